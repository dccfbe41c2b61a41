import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { cert, key } from '../../support/certificate.js'
import { type Flow, startFlow } from '../../support/flow.js'
import { otherCert, otherKey } from '../../support/other-certificate.js'
import { until } from '../../support/until.js'
import { Wire } from '../../support/wire.js'
import {
  makeProject,
  type Project,
  pipelineOf,
  type RunningHost,
  run,
  startHost,
} from './project.js'

const secret = 'the-operator-secret-of-this-very-test'
const saying = (text: string, waitMs = 0, top = '') =>
  pipelineOf(`{ text: ${text}, waitMs: ${waitMs} }`, '', top)
const watched = (text: string) => `watch: true\n${saying(text)}`

let project: Project
let host: RunningHost
async function start(gateway: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  project = makeProject(gateway)
  host = await startHost({ ...project.env, OPERATOR_SECRET: secret, ...env })
}
const flows: Flow[] = []
afterEach(async () => {
  await Promise.all(flows.splice(0).map((flow) => flow.stop()))
  await host?.stop()
  project?.remove()
})

const file = () => join(project.folder, 'gateway.config.yml')
const write = (gateway: string) => writeFileSync(file(), gateway)
/**
 * On a new connection: one that was made before a reload is answered by an old worker once more.
 */
async function said(): Promise<string> {
  const answer = await fetch(`${host.url}/hello`, { headers: { Connection: 'close' } })
  return ((await answer.json()) as { data: { text: string } }).data.text
}

interface Status {
  workers: { number: number; pid: number; state: string }[]
  config: {
    hash: string
    loadedAt: string
    lastReloadError: { at: string; message: string } | null
  }
}
const status = async () => (await (await fetch(`${host.adminUrl}/status`)).json()) as Status

async function reload(headers: Record<string, string> = { Authorization: `Bearer ${secret}` }) {
  const answer = await fetch(`${host.adminUrl}/reload`, { method: 'POST', headers })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** On a busy machine a reload takes a while. */
jest.setTimeout(300_000)

const eventually = (holds: () => boolean | Promise<boolean>) =>
  until(holds, { withinMs: 60_000, context: () => host.output() })

test('reloads under load, good and broken by turns, fail nobody and are what the last good file says', async () => {
  await start(saying('zero'), { WORKERS: '2' })
  flows.push(
    startFlow(`${host.url}/hello`),
    startFlow(`${host.url}/hello`, { connections: 1, pauseMs: 0 }),
  )
  for (const text of ['one', 'two', 'three']) {
    write(saying(text))
    expect(await reload()).toMatchObject({ status: 200, body: { status: 'reloaded' } })
    expect(await said()).toBe(text)
    write(`${saying('broken')}nothing: {}\n`)
    expect((await reload()).status).toBe(400)
    expect(await said()).toBe(text)
  }
  for (const flow of flows) expect(Object.keys(await flow.stop())).toEqual(['200'])
})

test('a good file is told by its changes, a refused one by its mistakes, and /status shows both', async () => {
  await start(saying('one'))
  const before = await status()
  expect(before.config.lastReloadError).toBeNull()
  write(saying('two', 0, 'serviceEndpoints: { far: { url: "http://a:8080" } }\n'))
  const { body } = await reload()
  expect(body).toEqual({
    status: 'reloaded',
    config: {
      hash: expect.stringMatching(/^[0-9a-f]{12}$/),
      loadedAt: expect.stringMatching(/Z$/),
    },
    changed: ['pipelines.hello.policies[1].echo[0].action.text', 'serviceEndpoints'],
  })
  const after = await status()
  expect(after.config).toEqual({ ...(body.config as object), lastReloadError: null })
  expect(after.config.hash).not.toBe(before.config.hash)
  expect(host.output()).toMatch(/"changed":\["pipelines.hello.*"msg":"configuration reloaded"/)

  write(saying('two').replace('text:', 'txet:'))
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
  expect((await status()).config).toEqual({
    ...after.config,
    lastReloadError: { at: expect.stringMatching(/Z$/), message: mistake },
  })
  expect(host.output()).toMatch(/"level":"error".*txet.*"msg":"configuration refused/)
  write(saying('two'))
  expect((await reload()).status).toBe(200)
  expect((await status()).config.lastReloadError).toBeNull()
})

test('a set-up that fails, a plugin that is gone and a file that is gone are refused, and nothing of them stays', async () => {
  await start(saying('one'), { WORKERS: '2' })
  const pids = (await status()).workers.map(({ pid }) => pid)
  write(saying('impossible'))
  expect((await reload()).body).toMatchObject({
    error: {
      details: { configuration: { _errors: [expect.stringContaining('text must be possible')] } },
    },
  })
  write(saying('two'))
  renameSync(join(project.folder, 'plugins/tag.mjs'), join(project.folder, 'plugins/gone.mjs'))
  expect((await reload()).status).toBe(400)
  rmSync(file())
  expect((await reload()).body).toMatchObject({
    error: {
      details: { configuration: { _errors: [expect.stringContaining('the file cannot be read')] } },
    },
  })
  expect((await status()).workers.map(({ pid }) => pid)).toEqual(pids)
  expect(await said()).toBe('one')
})

test('what has begun is answered by the old workers, and the last answer says so', async () => {
  await start(saying('slow', 8000))
  const [running, kept] = [new Wire(host.port), new Wire(host.port)]
  running.send('GET /hello HTTP/1.1\r\nHost: a\r\n\r\n')
  kept.send('GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n')
  expect(await kept.wait(1)).toMatchObject([{ status: 404 }])
  write(saying('fast'))
  const reloaded = reload()
  await eventually(async () => (await status()).workers.some(({ state }) => state === 'ending'))
  kept.send('GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n')
  expect((await kept.wait(2))[1]).toMatchObject({ status: 404, headers: { connection: 'close' } })
  expect((await reloaded).status).toBe(200)
  expect(await said()).toBe('fast')
  const [answer] = await running.wait(1, 20_000)
  expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } })
  expect(JSON.parse(answer!.body).data.text).toBe('slow')
  await eventually(async () => (await status()).workers.length === 1)
})

test('SIGHUP reads the files again, and ends nothing', async () => {
  await start(saying('one'))
  write(saying('two'))
  host.child.kill('SIGHUP')
  await eventually(async () => (await said()) === 'two')
})

test('a worker that is killed comes back with the configuration in force, not with a broken file', async () => {
  await start(saying('one'))
  const [worker] = (await status()).workers
  write('nonsense')
  process.kill(worker!.pid, 'SIGKILL')
  await eventually(() => host.output().includes('worker 1 is back'))
  expect(await said()).toBe('one')
})

test('reloads that are asked for at once come to one more than is under way', async () => {
  await start(saying('one'))
  const answers = await Promise.all(Array.from({ length: 6 }, () => reload()))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(host.output().split('"configuration reloaded"').length - 1).toBe(2)
})

test('SIGTERM during a reload ends the new workers with the old ones', async () => {
  await start(saying('one'), { WORKERS: '2' })
  const reloading = reload().catch(() => undefined)
  await eventually(async () => (await status()).workers.length > 2)
  expect(await host.stop()).toBe(0) // resolves when no one holds its output any more
  await reloading
})

describe('watch: true', () => {
  const isSaying = (text: string) => eventually(async () => (await said()) === text)
  const isRefused = () => eventually(async () => (await status()).config.lastReloadError !== null)

  test('a file that is written anew, put in place of another, or emptied first, is read when it settles', async () => {
    await start(watched('one'))
    write(watched('two'))
    await isSaying('two')

    writeFileSync(`${file()}.new`, watched('three'))
    renameSync(`${file()}.new`, file())
    await isSaying('three')

    renameSync(file(), `${file()}~`) // as editors do that keep the old one
    write(watched('four'))
    await isSaying('four')

    write('')
    await isRefused()
    expect(await said()).toBe('four')
    write(watched('five').slice(0, 150))
    await new Promise((done) => setTimeout(done, 500))
    expect(await said()).toBe('four')
    write(watched('five'))
    await isSaying('five')
    expect((await status()).config.lastReloadError).toBeNull()

    rmSync(file())
    await isRefused()
    write(watched('six'))
    await isSaying('six')
  })

  test('it begins and ends with a reload', async () => {
    await start(saying('one'))
    write(watched('two'))
    await new Promise((done) => setTimeout(done, 1000))
    expect(await said()).toBe('one')
    await reload()
    write(saying('three'))
    await isSaying('three')
    write(saying('four'))
    await new Promise((done) => setTimeout(done, 1000))
    expect(await said()).toBe('three')
  })
})

test('certificates are read again; a pair that does not fit is refused', async () => {
  const made = makeProject(saying('one'))
  project = made
  const [certFile, keyFile] = [join(made.folder, 'cert.pem'), join(made.folder, 'key.pem')]
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key)
  host = await startHost({
    ...made.env,
    OPERATOR_SECRET: secret,
    TLS_CERT: certFile,
    TLS_KEY: keyFile,
  })
  const nameServed = () =>
    new Promise<string>((resolve, reject) => {
      const call = request(
        `${host.url}/hello`,
        { rejectUnauthorized: false, agent: false },
        (answer) => {
          const { subject } = (answer.socket as TLSSocket).getPeerCertificate()
          answer.resume().on('end', () => resolve(String(subject.CN)))
        },
      )
      call.on('error', reject).end()
    })
  expect(await nameServed()).toBe('localhost')
  writeFileSync(certFile, otherCert)
  expect(await reload()).toMatchObject({ status: 400 })
  expect((await status()).config.lastReloadError!.message).toMatch(
    /^TLS_CERT and TLS_KEY must name the PEM files/,
  )
  expect(await nameServed()).toBe('localhost')
  writeFileSync(keyFile, otherKey)
  expect((await reload()).body).toMatchObject({
    status: 'reloaded',
    changed: ['TLS_CERT', 'TLS_KEY'],
  })
  expect(await nameServed()).toBe('renewed.localhost')
  expect(host.output()).not.toContain(readFileSync(keyFile, 'utf8').split('\n')[1])
})

describe('who may ask', () => {
  const bearer = { Authorization: `Bearer ${secret}` }
  const refusals: [name: string, headers: Record<string, string>, status: number, code: string][] =
    [
      ['nobody', {}, 401, 'AUTHENTICATION_REQUIRED'],
      ['another secret', { Authorization: `Bearer ${secret}r` }, 401, 'UNAUTHORIZED'],
      [
        'a name of somebody else (DNS rebinding)',
        { ...bearer, Host: 'evil.example' },
        403,
        'FORBIDDEN',
      ],
      ['a page of another origin', { ...bearer, Origin: 'https://evil.example' }, 403, 'FORBIDDEN'],
      ['a page without an origin', { ...bearer, Origin: 'null' }, 403, 'FORBIDDEN'],
    ]
  test('whoever bears the secret, from this machine; others learn nothing, and change nothing', async () => {
    await start(saying('one'))
    for (const [name, headers, status, code] of refusals) {
      const answer = await asking('POST', '/reload', headers)
      expect({ name, status: answer.status, code: answer.code }).toEqual({ name, status, code })
    }
    for (const path of ['/status', '/metrics', '/healthz', '/readyz']) {
      expect((await asking('GET', path, { Host: 'evil.example:8081' })).status).toBe(403)
      expect((await asking('GET', path, { Origin: 'https://evil.example' })).status).toBe(403)
      expect(
        (await asking('GET', path, { Host: `localhost:${new URL(host.adminUrl).port}` })).status,
      ).toBe(200)
    }
    expect((await asking('GET', '/reload', bearer)).status).toBe(405)
    expect((await asking('POST', '/reload', { ...bearer, Origin: host.adminUrl })).status).toBe(200)
    expect(host.output()).not.toContain(secret)
  })

  test('nobody, where there is no secret', async () => {
    await start(saying('one'), { OPERATOR_SECRET: '' })
    expect(await asking('POST', '/reload', bearer)).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    })
  })

  /** fetch would not let us choose Host and Origin. */
  async function asking(method: string, path: string, headers: Record<string, string>) {
    const { host: own, port } = new URL(host.adminUrl)
    const wire = new Wire(Number(port))
    const fields = Object.entries({ Host: own, ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    wire.send(`${method} ${path} HTTP/1.1\r\n${fields.join('')}Content-Length: 0\r\n\r\n`)
    const [answer] = await wire.wait(1, 20_000)
    wire.socket.destroy()
    const isEnvelope = answer!.body.startsWith('{"status":"error"')
    return {
      status: answer!.status,
      code: isEnvelope ? JSON.parse(answer!.body).error.code : undefined,
    }
  }
})

describe('npm run reload', () => {
  const command = (env: NodeJS.ProcessEnv = {}, args: string[] = []) => {
    const { port: ADMIN_PORT } = new URL(host.adminUrl)
    return run('gateway/reload-command.js', args, {
      ...project.env,
      ADMIN_PORT,
      OPERATOR_SECRET: secret,
      ...env,
    })
  }

  test('prints what has changed, or what is wrong, and tells it by its exit code', async () => {
    await start(saying('one'))
    write(saying('two'))
    expect(await command()).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /^ok {2}configuration [0-9a-f]{12} is in force \(changed: pipelines\.hello\S*text\)\n$/,
      ),
    })
    expect((await command()).stdout).toContain('nothing has changed in it')
    write(saying('two').replace('text:', 'txet:'))
    expect(await command()).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('did you mean "text"'),
    })
    expect(
      await command({ OPERATOR_SECRET: 'another-secret-of-thirty-two-letters' }),
    ).toMatchObject({
      code: 2,
      stderr: 'The secret is not accepted\n',
    })
    expect(await command({ OPERATOR_SECRET: '' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('DATA_DIR'),
    })
    expect(await command({ ADMIN_PORT: '1' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('ADMIN_PORT'),
    })
    const usage = expect.stringMatching(/^usage: npm run reload/)
    expect(await command({}, ['--help'])).toMatchObject({ code: 0, stdout: usage, stderr: '' })
    expect(await command({}, ['--nonsense'])).toMatchObject({ code: 2, stdout: '', stderr: usage })
  })
})
