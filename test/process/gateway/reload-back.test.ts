import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reloadCommand } from '../../../gateway/reload.js'
import { captured } from '../../support/captured.js'
import { auditEvents } from '../../support/captured-log.js'
import { type HeldEngine, startHeldEngine } from '../../support/held-engine.js'
import { type RunningStack, startStack } from '../../support/stack.js'
import { until } from '../../support/until.js'

/** A working day of one gateway: edit, dry reload, reload, and back to what was before. */

let engine: HeldEngine
let stack: RunningStack
beforeAll(async () => {
  engine = await startHeldEngine()
  const config = {
    'search-templates/find.yml': (text: string) => text.replace('maximum: 100,', 'maximum: 45,'),
  }
  stack = await startStack({ engine: engine.url, config, isOwn: true })
})
afterAll(async () => {
  await stack?.stop()
  await engine?.close()
})

const path = (name: string) => join(stack.configDir, name)
function edit(name: string, from: string | RegExp, to: string): void {
  const text = readFileSync(path(name), 'utf8')
  expect(text).toMatch(from)
  writeFileSync(path(name), text.replace(from, to))
}
/** Largest page of the search template on the disk. */
const writeSize = (size: number) =>
  edit('search-templates/find.yml', /maximum: \d+, default/, `maximum: ${size}, default`)

interface Config {
  hash: string
  isBack: boolean
  earlier: { hash: string } | null
  lastReloadError: object | null
  reloads: { via: string; by?: string; back?: true; changes: object[] }[]
}
async function status() {
  const answer = await fetch(`${stack.gateway.adminUrl}/status`)
  return (await answer.json()) as { config: Config; workers: { pid: number; state: string }[] }
}
const serving = async () =>
  (await status()).workers.filter(({ state }) => state === 'serving').map(({ pid }) => pid)

/** Whether the search template in force allows pages of this size. */
async function allows(size: number): Promise<boolean> {
  const headers = { Connection: 'close' }
  const answer = await fetch(`${stack.url}/api/v1/organizations?q=food&size=${size}`, { headers })
  return answer.status !== 400
}
const inForce = async () => ({ 45: await allows(45), 35: await allows(35), 25: await allows(25) })
const [first, second] = [
  { 45: true, 35: true, 25: true },
  { 45: false, 35: true, 25: true },
]

/** `npm run reload` with these arguments. */
async function reload(args: string) {
  const { port: ADMIN_PORT } = new URL(stack.gateway.adminUrl)
  const own = { ADMIN_PORT, OPERATOR_SECRET: stack.secret() }
  const env = jest.replaceProperty(process, 'env', own)
  const outcome = await captured(() => reloadCommand(args.split(' ')))
  env.restore()
  return outcome
}

test('nothing was before the start', async () => {
  expect(await reload('--back')).toMatchObject({
    code: 1,
    err: expect.stringContaining('nothing was reloaded since the start'),
  })
  expect((await status()).config).toMatchObject({ earlier: null, isBack: false, reloads: [] })
})

test('a dry reload tells what would change, or what is wrong, and leaves all as it was', async () => {
  expect(await inForce()).toEqual(first) // these searches are replayed
  const before = { config: (await status()).config, pids: await serving() }
  writeSize(35)
  edit('gateway.config.yml', '# watch: true', 'watch: true')
  const { code, out } = await reload('--dry --format markdown')
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/^### .*\n\n- .*find(.*\n)+ok {2}configuration \w+ would replace/),
  })
  edit('search-templates/find.yml', 'parameters:', 'parametres:')
  const wrong = await reload('--dry')
  expect(wrong).toMatchObject({
    code: 1,
    err: expect.stringContaining('did you mean "parameters"'),
  })
  edit('search-templates/find.yml', 'parametres:', 'parameters:')
  expect(await reload('--refuse-above 1% --dry')).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      /1 of the last \d+ requests are decided otherwise[\s\S]*passes → VALIDATION_ERROR, once/,
    ),
    err: expect.stringMatching(/1 of \d+ requests would be decided otherwise, more than 1 %/),
  })
  expect({ config: (await status()).config, pids: await serving() }).toEqual(before)
  expect(await inForce()).toEqual(first)
})

test('a reload is told with who asked; the next change by watch has no name', async () => {
  expect(await reload('--by ann')).toMatchObject({ code: 0 })
  expect(await inForce()).toEqual(second)
  writeSize(25)
  await until(async () => !(await allows(35)))
  const { config } = await status()
  expect(config.reloads).toMatchObject([{ via: 'watch' }, { via: 'operator', by: 'ann' }])
  const events = auditEvents(stack.output())
  const event = 'configuration-reloaded'
  expect(events.filter((one) => one.event === event)).toMatchObject([
    { via: 'operator', by: 'ann', config: config.earlier!.hash },
    { via: 'watch', before: config.earlier!.hash, config: config.hash },
  ])
})

test('back: what was before is in force, in new workers too, until the files change again', async () => {
  const { hash, earlier } = (await status()).config
  const written = readFileSync(path('search-templates/find.yml'), 'utf8')
  edit('auth-service.config.yml', 'plans: []', 'plans: [gold]') // would refuse a new configuration
  const { code, out } = await reload('--back --by bob')
  edit('auth-service.config.yml', 'plans: [gold]', 'plans: []')
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/is in force\nThe files say something else: a restart or the next/),
  })
  const back = { hash: earlier!.hash, isBack: true, earlier: { hash } }
  expect((await status()).config).toMatchObject({
    ...back,
    reloads: [{ by: 'bob', back: true }, {}, {}],
  })
  expect(await inForce()).toEqual(second)
  const [pid] = await serving()
  process.kill(pid!, 'SIGKILL')
  await until(async () => (await serving()).some((one) => one !== pid))
  expect(await inForce()).toEqual(second)
  expect(stack.output()).not.toContain('files have changed since the last reload')
  expect(readFileSync(path('search-templates/find.yml'), 'utf8')).toBe(written)
  await new Promise((done) => setTimeout(done, 1000)) // several polls of the files
  expect((await status()).config).toMatchObject(back)
  writeSize(44)
  await until(async () => !(await status()).config.isBack)
  expect({ 45: await allows(45), 44: await allows(44) }).toEqual({ 45: false, 44: true })
  expect((await status()).config).toMatchObject({ earlier: { hash: back.hash } })
  expect(stack.output()).not.toContain(stack.secret())
})
