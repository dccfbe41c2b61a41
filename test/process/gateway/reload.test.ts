import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyOperator } from '../../../gateway/admin/guard.js'
import { reloadCommand } from '../../../gateway/reload.js'
import {
  makeProject,
  type Project,
  pipelineOf,
  type RunningHost,
  startGate,
  startHost,
} from '../../http/gateway/project.js'
import { captured } from '../../support/captured.js'
import { startFlow } from '../../support/flow.js'
import { until } from '../../support/until.js'
import { Wire } from '../../support/wire.js'

/** One gateway that runs through many configurations, and who may have it read them. */

const secret = 'the-operator-secret-of-this-very-test'
const saying = (text: string, top = '') => pipelineOf(`{ text: ${text} }`, '', top)

let project: Project
let host: RunningHost
beforeAll(async () => {
  project = makeProject(saying('one'))
  host = await startHost({ ...project.env, OPERATOR_SECRET: secret, SECOND: 'abc #1' })
})
afterAll(async () => {
  await host.stop()
  project.remove()
})

const file = () => join(project.folder, 'gateway.config.yml')
const authFile = () => join(project.folder, 'auth-service.config.yml')
const write = (gateway: string) => writeFileSync(file(), gateway)

async function inForce(gateway: string): Promise<void> {
  write(gateway)
  expect((await reload()).status).toBe(200)
}

/**
 * On a new connection: one that was made before a reload is answered by an old worker once more.
 */
async function ask(path = '/hello', method = 'GET') {
  const answer = await fetch(host.url + path, { method, headers: { Connection: 'close' } })
  return (await answer.json()) as { data: { text: string }; error?: { code: string } }
}
const said = async () => (await ask()).data.text

interface Status {
  workers: { number: number; pid: number; state: string }[]
  config: {
    hash: string
    loadedAt: string
    lastReloadError: { at: string; message: string } | null
    reloads: { via: string; refused?: string }[]
  }
}
const status = async () => (await (await fetch(`${host.adminUrl}/status`)).json()) as Status

async function reload(headers: Record<string, string> = { Authorization: `Bearer ${secret}` }) {
  const answer = await fetch(`${host.adminUrl}/reload`, { method: 'POST', headers })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const eventually = (holds: () => boolean | Promise<boolean>) =>
  until(holds, { context: () => host.output() })

test('a file with variables and conditions runs as written, with a lean request', async () => {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of the YAML
  const steps = `      - tag: [{ action: { text: one } }, { action: { text: "\${SECOND}" } }]
      - tag: [{ action: { text: three }, condition: { name: method, methods: [POST] } }]
      - tag: [{ action: { text: four }, condition: { name: expression, expression: req.query.more === "yes" && requestID.length === 36 } }]\n`
  const services = 'serviceEndpoints: { far: { url: http://a } }\n'
  await inForce(pipelineOf('{ text: "${GREETING:-hello}" }', steps, services))
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of the YAML
  const data = { text: 'hello', tags: ['one', 'abc #1'], isLean: true, names: ['far'] }
  expect(await ask()).toMatchObject({ status: 'success', data })
  for (const [path, method, tag] of [
    ['/things/7', 'POST', 'three'],
    ['/hello?more=yes', 'GET', 'four'],
  ] as const)
    expect((await ask(path, method)).data).toEqual({ ...data, tags: [...data.tags, tag] })
  expect((await ask('/nothing')).error?.code).toBe('NOT_FOUND')
})

test('under load nobody fails; changes and mistakes are told, and /status shows both', async () => {
  const flows = [
    startFlow(`${host.url}/hello`),
    startFlow(`${host.url}/hello`, { connections: 1, pauseMs: 0 }),
  ]
  await inForce(saying('one'))
  const before = await status()
  expect(before.config.lastReloadError).toBeNull()
  write(saying('two', 'serviceEndpoints: { far: { url: "http://a:8080" } }\n'))
  const { body } = await reload()
  expect(body).toEqual({
    status: 'reloaded',
    config: {
      hash: expect.stringMatching(/^[0-9a-f]{12}$/),
      loadedAt: expect.stringMatching(/Z$/),
    },
    changes: [
      {
        ...{ effect: 'changes', part: 'hello', text: 'text: one → two' },
        place: 'gateway.config.yml:9',
      },
      {
        ...{ effect: 'changes', part: 'service far', text: 'new: http://a:8080' },
        place: expect.stringMatching(/^gateway\.config\.yml:\d+$/),
      },
    ],
    notes: [],
  })
  expect(await said()).toBe('two')
  const after = await status()
  const { hash, loadedAt: at } = after.config
  const record = { at, via: 'operator', hash, changes: body.changes, changed: 2 }
  const reloads = [record, ...before.config.reloads]
  expect(after.config).toEqual({
    ...(body.config as object),
    isBack: false,
    earlier: { hash: before.config.hash, loadedAt: before.config.loadedAt },
    lastReloadError: null,
    reloads,
  })
  expect(after.config.hash).not.toBe(before.config.hash)
  expect(host.output()).toMatch(/"changes":\["hello: text.*"msg":"configuration reloaded"/)

  write(saying('three').replace('text:', 'txet:'))
  const refused = await reload()
  const mistake = expect.stringMatching(/gateway\.config\.yml:9:\d+ .*"txet".*did you mean "text"/)
  expect(refused).toMatchObject({
    status: 400,
    body: {
      error: {
        code: 'VALIDATION_ERROR',
        details: { configuration: { _errors: expect.arrayContaining([mistake]) } },
      },
    },
  })
  expect(await said()).toBe('two')
  const metrics = await (await fetch(`${host.adminUrl}/metrics`)).text()
  expect(metrics).toMatch(/^directory_config_last_reload_successful 0$/m)
  const isRefused = { via: 'operator', changes: [], changed: 0, refused: mistake }
  expect((await status()).config).toEqual({
    ...after.config,
    lastReloadError: { at: expect.stringMatching(/Z$/), message: mistake },
    reloads: [{ at: expect.stringMatching(/Z$/), ...isRefused }, ...reloads],
  })
  expect(host.output()).toMatch(/"level":"error".*txet.*"msg":"configuration refused/)
  await inForce(saying('three'))
  expect((await status()).config.lastReloadError).toBeNull()
  for (const flow of flows) expect(Object.keys(await flow.stop())).toEqual(['200'])
})

test('a set-up that fails, a plugin or file that is gone and a plan of the auth service without use are refused, and nothing of them stays', async () => {
  const serving = async () =>
    (await status()).workers.filter(({ state }) => state === 'serving').map(({ pid }) => pid)
  const pids = await serving()
  const before = await said()
  const mistakes = async () => (await reload()).body
  const saysThat = (text: string) => ({
    error: { details: { configuration: { _errors: [expect.stringContaining(text)] } } },
  })
  write(saying('impossible'))
  expect(await mistakes()).toMatchObject(saysThat('text must be possible'))
  write(saying('other'))
  const plugin = join(project.folder, 'plugins/tag.mjs')
  renameSync(plugin, `${plugin}.gone`)
  expect(await mistakes()).toMatchObject(saysThat('plugin "tag" cannot be loaded'))
  renameSync(`${plugin}.gone`, plugin)
  writeFileSync(authFile(), 'plans: [gold]\n')
  expect(await mistakes()).toMatchObject(saysThat('names the plan "gold"'))
  rmSync(authFile())
  rmSync(file())
  expect(await mistakes()).toMatchObject(saysThat('the file cannot be read'))
  expect(await serving()).toEqual(pids)
  expect(await said()).toBe(before)
})

test('what has begun is answered by the old workers, and the last answer says so', async () => {
  const gate = await startGate()
  await inForce(pipelineOf(`{ text: slow, waitFor: "${gate.url}" }`))
  const [running, kept] = [new Wire(host.port), new Wire(host.port)]
  running.send('GET /hello HTTP/1.1\r\nHost: a\r\n\r\n')
  kept.send('GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n')
  expect(await kept.wait(1)).toMatchObject([{ status: 404 }])
  await until(() => gate.waiting.length === 1)
  await inForce(saying('fast'))
  kept.send('GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n')
  expect((await kept.wait(2))[1]).toMatchObject({ status: 404, headers: { connection: 'close' } })
  expect(await said()).toBe('fast')
  expect((await status()).workers.map(({ state }) => state)).toContain('ending')
  gate.open()
  const [answer] = await running.wait(1)
  expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } })
  expect(JSON.parse(answer!.body).data.text).toBe('slow')
  await eventually(async () => (await status()).workers.length === 1)
  await gate.close()
})

test('the only worker that is killed is waited for, and is back with what was in force, not with a broken file', async () => {
  const before = await said()
  write('nonsense')
  writeFileSync(authFile(), 'plans: [gold]\n')
  process.kill((await status()).workers[0]!.pid, 'SIGKILL')
  expect(await said()).toBe(before)
  // one that ends again soon is replaced after twice as long
  await eventually(() => host.output().includes('worker 1 is back'))
  process.kill((await status()).workers[0]!.pid, 'SIGKILL')
  await eventually(() =>
    host.output().includes('worker 1 ended by itself (SIGKILL); started again in 0.2 s'),
  )
  expect(await said()).toBe(before)
  rmSync(authFile())
})

test('watch: true begins and ends with a reload; a file that is emptied, or gone, is refused', async () => {
  const watched = (text: string) => `watch: true\n${saying(text)}`
  const isSaying = (text: string) => eventually(async () => (await said()) === text)
  const isRefused = () => eventually(async () => (await status()).config.lastReloadError !== null)
  await inForce(watched('seven'))
  write('')
  await isRefused()
  write(watched('eight'))
  await isSaying('eight')
  rmSync(file())
  await isRefused()
  write(saying('nine'))
  await isSaying('nine')
  expect((await status()).config.lastReloadError).toBeNull()
  write(saying('ten'))
  await new Promise((done) => setTimeout(done, 700))
  expect(await said()).toBe('nine')
})

describe('who may ask', () => {
  const bearer = { Authorization: `Bearer ${secret}` }

  test('whoever bears the secret, from this machine and by its name; others change nothing', async () => {
    const { origin, port } = new URL(host.adminUrl)
    for (const other of [{ Host: 'evil.example' }, { Origin: 'https://evil.example' }]) {
      expect(await asking('POST', '/reload', { ...bearer, ...other })).toBe(403)
      for (const path of ['/status', '/metrics', '/healthz', '/readyz'])
        expect([path, await asking('GET', path, other)]).toEqual([path, 403])
    }
    expect(await asking('POST', '/reload', { Authorization: `Bearer ${secret}r` })).toBe(401)
    expect(await asking('GET', '/status', { Host: `localhost:${port}` })).toBe(200)
    expect(await asking('GET', '/reload', bearer)).toBe(405)
    expect(await asking('POST', '/reload', { ...bearer, Origin: origin })).toBe(200)
    expect(host.output()).not.toContain(secret)
  })

  test('nobody, where there is no secret', () => {
    const env = jest.replaceProperty(process, 'env', { DATA_DIR: '/nowhere' })
    const asks = () => verifyOperator({ headers: { authorization: `Bearer ${secret}` } } as never)
    expect(asks).toThrow('The gateway has no OPERATOR_SECRET')
    env.restore()
  })

  /** The status; fetch would not let us choose Host and Origin. */
  async function asking(method: string, path: string, headers: Record<string, string>) {
    const { host: own, port } = new URL(host.adminUrl)
    const wire = new Wire(Number(port))
    const fields = Object.entries({ Host: own, ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    wire.send(`${method} ${path} HTTP/1.1\r\n${fields.join('')}Content-Length: 0\r\n\r\n`)
    const [answer] = await wire.wait(1)
    wire.socket.destroy()
    return answer!.status
  }
})

test('npm run reload prints what has changed, or what is wrong, and tells it by its exit code', async () => {
  const { port: ADMIN_PORT } = new URL(host.adminUrl)
  const command = async (settings: NodeJS.ProcessEnv = {}, args: string[] = []) => {
    const own = { ...project.env, ADMIN_PORT, OPERATOR_SECRET: secret, ...settings }
    const env = jest.replaceProperty(process, 'env', own)
    const outcome = await captured(() => reloadCommand(args))
    env.restore()
    return outcome
  }
  await inForce(saying('one'))
  write(saying('two'))
  expect(await command()).toEqual({
    code: 0,
    err: '',
    out: expect.stringMatching(
      /^Other changes\n {2}hello: text: one → two \(gateway.*\)\n\nok {2}configuration [0-9a-f]{12} is in force\n$/,
    ),
  })
  expect((await command()).out).toContain('No difference')
  write(saying('two').replace('text:', 'txet:'))
  for (const [settings, args, code, out, err] of [
    [{}, [], 1, '', expect.stringContaining('did you mean "text"')],
    [
      { OPERATOR_SECRET: 'x'.repeat(40) },
      [],
      2,
      '',
      expect.stringMatching('is not accepted: send'),
    ],
    [{ OPERATOR_SECRET: '' }, [], 2, '', expect.stringContaining('DATA_DIR')],
    [{ ADMIN_PORT: '1' }, [], 2, '', expect.stringContaining('ADMIN_PORT')],
  ] as const)
    expect(await command(settings, [...args])).toEqual({ code, out, err })
})

test('SIGTERM during a reload ends the new worker with the old one', async () => {
  write(saying('two'))
  const reloading = reload().catch(() => undefined)
  await eventually(async () => (await status()).workers.length > 1)
  expect(await host.stop()).toBe(0) // resolves when no one holds its output any more
  await reloading
})
