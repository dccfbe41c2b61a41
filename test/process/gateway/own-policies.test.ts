import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  makeProject,
  type Project,
  type RunningHost,
  run,
  startHost,
} from '../../http/gateway/project.js'
import { built } from '../../support/stack.js'
import { until } from '../../support/until.js'

/** Policies that nobody knows: they join the shipped ones by their modules and the YAML alone. */

/** Another copy of what they are made of, such as npm installs next to them. */
const copy = mkdtempSync(join(tmpdir(), 'directory-contract-'))
for (const file of ['plugins/kit/contract.js', 'chunks'])
  cpSync(join(built, file), join(copy, file), { recursive: true })
writeFileSync(join(copy, 'package.json'), '{ "type": "module" }')
const kit = `import { ApiError, definePolicy } from '${copy}/plugins/kit/contract.js'`

const plugins = {
  // an own way to tell who calls, and all ways to end
  badge: `${kit}
import { deeds } from './deeds.mjs'
export default definePolicy({
  name: 'badge', params: { owner: { description: 'Who calls.', type: 'string' } }, required: ['owner'],
  provides: ['caller'],
  create({ owner }, { log }) {
    if (owner === 'nobody') throw new Error('owner must be somebody')
    return (context, req, res) => {
      context.caller = { kind: 'none', ownerId: owner, scopes: [], plan: 'default', credentialId: '' }
      res.setHeader('X-Badge', owner)
      return deeds[req.headers['x-do']]?.({ ApiError, log, ...context })
    }
  },
})`,
  stamp: `${kit}
export default definePolicy({
  name: 'stamp', params: {}, provides: ['stamp'], place: { needs: ['caller'] },
  create: () => (context) => { context.stamp = 'of ' + context.caller.ownerId },
})`,
  tell: `${kit}
export default definePolicy({
  name: 'tell', params: {}, role: 'answer', place: { needs: ['stamp'] },
  create: () => (context) => { context.result = { data: { stamp: context.stamp }, status: 201 } },
})`,
  // in place of the project's, which answers what `envelope` does here
  opening: `${kit}
export default definePolicy({ name: 'opening', params: {}, create: () => () => undefined })`,
}

const deeds = (word: string) => `export const deeds = {
  refuse({ ApiError }) {
    const about = { details: { word: '${word}' }, headers: { 'Retry-After': '7' } }
    throw new ApiError('SERVICE_UNAVAILABLE', 'not now', about)
  },
  throw() { throw new Error('the planted fault') },
  async reject() { throw new Error('the planted fault') },
  return: () => 7,
  log: ({ log, requestId }) => void log.info({ requestId, word: '${word}' }, 'seen'),
}`

const pipeline = (owner = 'me', top = '') => `apiEndpoints:
  hello: { host: "*", paths: [/hello], methods: [GET] }
policies: [envelope, throttle, badge, stamp, tell]
pipelines:
  hello:
    apiEndpoints: [hello]
    policies:
      - envelope:
      - throttle: [{ action: { by: address, limit: 600, windowSeconds: 60 } }]
      - badge: [{ action: { owner: ${owner} } }]
      - stamp:
      - tell:
${top}`

const secret = 'the-operator-secret-of-this-very-test'
let project: Project
let host: RunningHost
beforeAll(async () => {
  project = makeProject(pipeline(), plugins, ['envelope', 'throttle'])
  code('deeds', deeds('one'))
  host = await startHost({ ...project.env, OPERATOR_SECRET: secret })
})
afterAll(async () => {
  await host?.stop()
  project.remove()
  rmSync(copy, { recursive: true })
})

const code = (name: string, text: string) =>
  writeFileSync(join(project.folder, 'plugins', `${name}.mjs`), text)
const write = (text: string) => writeFileSync(join(project.folder, 'gateway.config.yml'), text)

interface Said {
  data: object
  error: { code: string; details: { word: string } }
}
async function ask(deed?: string) {
  const headers = { Connection: 'close', ...(deed && { 'X-Do': deed }) }
  const answer = await fetch(`${host.url}/hello`, { headers })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Said }
}
const word = async () => (await ask('refuse')).body.error.details.word

async function reload() {
  const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`${host.adminUrl}/reload`, { method: 'POST', headers, body: '{}' })
  return (await answer.json()) as {
    config: { hash: string }
    changes: { text: string }[]
    error: object
  }
}

const lines = () =>
  host
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('they serve: with a caller, a field and an answer of their own', async () => {
  const { status, headers, body } = await ask()
  expect(status).toBe(201)
  expect(headers.get('X-Badge')).toBe('me')
  expect(body).toMatchObject({ status: 'success', data: { stamp: 'of me' } })
})

test('they refuse with an envelope, and their lines of the log name them', async () => {
  const { status, headers, body } = await ask('refuse')
  expect([status, headers.get('Retry-After')]).toEqual([503, '7'])
  const error = { code: 'SERVICE_UNAVAILABLE', message: 'not now', details: { word: 'one' } }
  expect(body).toMatchObject({ status: 'error', error })
  expect((await ask('log')).status).toBe(201)
  const seen = { level: 'info', policy: 'badge', word: 'one', msg: 'seen' }
  await until(() => lines().some(({ msg }) => msg === 'seen'))
  expect(lines()).toContainEqual(expect.objectContaining(seen))
})

test.each([
  ['throw', 'the planted fault'],
  ['reject', 'the planted fault'],
  ['return', 'a step must return nothing, "answered" or a promise'],
])(
  'the mistake %s is an INTERNAL_ERROR, whose cause the log tells with its policy',
  async (deed, cause) => {
    const { status, headers, body } = await ask(deed)
    expect([status, body.error.code]).toEqual([500, 'INTERNAL_ERROR'])
    expect(JSON.stringify(body)).not.toContain(cause)
    const requestId = headers.get('X-Request-Id')
    const logged = () => lines().find((line) => line.requestId === requestId && line.err)
    await until(() => logged() !== undefined)
    expect(logged()).toMatchObject({ level: 'error', policy: 'badge', err: { message: cause } })
  },
)

test('a reload runs changed code, of an imported file too, under another hash', async () => {
  const before = await reload()
  expect(before.changes).toEqual([])
  code('deeds', deeds('two'))
  const after = await reload()
  expect(after.changes).toMatchObject([
    { part: 'plugin badge', text: 'code is another; it is not shown' },
  ])
  expect(after.config.hash).not.toBe(before.config.hash)
  expect(await word()).toBe('two')
})

test('code that cannot be loaded is refused, and the earlier one goes on', async () => {
  code('badge', plugins.badge.replace('export default', 'export const policy ='))
  expect(JSON.stringify(await reload())).toMatch(
    /system\.config\.yml:\d+:\d+ plugin \\"badge\\" cannot be loaded: .*badge\.mjs: .*no policy: write export default definePolicy/,
  )
  expect(await word()).toBe('two')
  code('badge', plugins.badge)
  write(pipeline('nobody'))
  expect(JSON.stringify(await reload())).toMatch(
    /gateway\.config\.yml:10:\d+ \\"badge\\" cannot be set up: owner must be somebody/,
  )
})

test('a worker that takes the place of another one warns of code that was not reloaded', async () => {
  code('deeds', deeds('unloaded'))
  const { workers } = (await (await fetch(`${host.adminUrl}/status`)).json()) as {
    workers: { pid: number }[]
  }
  process.kill(workers[0]!.pid, 'SIGKILL')
  const warned = /"level":"warn".*"msg":"files have changed since the last reload: reload them"/
  await until(() => warned.test(host.output()))
})

test('watch: true reloads changed code', async () => {
  write(pipeline('me', 'watch: true\n'))
  await reload()
  code('deeds', deeds('three'))
  await until(async () => (await word()) === 'three')
})

test('the start names a policy that is already there', async () => {
  code('stamp', plugins.stamp.replace("name: 'stamp'", "name: 'tell'"))
  const { code: exit, stdout, stderr } = await run('gateway/main.js', [], project.env)
  expect(exit).toBe(1)
  expect(stdout + stderr).toMatch(/plugin \W*tell\W* cannot be loaded: another plugin provides/)
})
