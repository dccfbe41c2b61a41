import { existsSync, rmSync, statSync } from 'node:fs'
import { Agent } from 'node:http'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import {
  type AuthProcess,
  forget,
  password,
  startAuthProcess,
  startAuthService,
  temporaryFolder,
} from '../../support/auth-service.js'
import { configCopy, startScript, testEnvironment } from '../../support/stack.js'
import { until } from '../../support/until.js'

/** What only a process shows: exit codes, signals, kills, its log on standard output. */

const bearer = { type: 'bearer' } as const
const agent = new Agent({ keepAlive: true, maxSockets: 100 })
afterAll(() => agent.destroy())

/** Starts the service where it must refuse to; resolves with exit code and what it said. */
async function refusal(env: NodeJS.ProcessEnv) {
  const settings = testEnvironment(temporaryFolder(), configCopy(), env)
  const { child, output } = startScript('auth-service/main.js', settings)
  child.once('message', () => child.kill()) // it did start: the exit code shows
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, said: output() }
}

test('a mistake in the settings ends the start with one line and exit code 1', async () => {
  const said = 'AUTH_PORT must be a port between 0 and 65535\n'
  expect(await refusal({ AUTH_PORT: 'http' })).toEqual({ code: 1, said })
})

/** Makes API keys until the process is killed. @returns those that were acknowledged. */
async function keysUntilKilled(auth: AuthProcess): Promise<string[]> {
  const { accessToken } = await auth.login('admin@example.org')
  const acknowledged: string[] = []
  const create = async () => {
    const made = auth.request.post('/api/v1/api-keys').agent(agent).auth(accessToken, bearer)
    const { status, body } = await made.send({ name: 'x' })
    if (status === 201) acknowledged.push(body.data.key)
  }
  const creating = Promise.allSettled(Array.from({ length: 100 }, create))
  await until(() => acknowledged.length >= 50)
  await auth.kill()
  await creating
  return acknowledged
}

test('kill -9 while keys are made: none that was acknowledged is lost; SIGTERM ends it in order', async () => {
  const dataDir = temporaryFolder()
  let auth = await startAuthProcess({ dataDir })
  const keys = await keysUntilKilled(auth)
  auth = await startAuthProcess({ dataDir }) // it takes over the lock
  const states = await Promise.all(keys.map(async (key) => (await auth.verifyKey(key)).state))
  expect(states).toEqual(keys.map(() => 'active'))
  for (const name of ['auth.json', 'auth.previous.json'])
    expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)

  expect(await answerDuringStop(auth)).toMatch(/^HTTP\/1\.1 200 OK.*Connection: close/s)
  expect(existsSync(join(dataDir, 'auth.lock'))).toBe(false)
  await forget(dataDir)
})

/** The answer to a login whose body arrives when the process is ending. */
async function answerDuringStop(auth: AuthProcess): Promise<string> {
  const socket = createConnection(Number(new URL(auth.url).port), '127.0.0.1')
  const body = JSON.stringify({ email: 'admin@example.org', password })
  socket.write(
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
      `Content-Length: ${body.length}\r\n\r\n`,
  )
  await new Promise((resolve) => setTimeout(resolve, 100))
  const stopped = auth.stop()
  await new Promise((resolve) => setTimeout(resolve, 100))
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(body)
  await new Promise((resolve) => socket.once('close', resolve))
  expect(await stopped).toBe(0)
  return answer
}

test('a service whose auth.lock was removed writes nothing more and ends; what it acknowledged is there', async () => {
  const dataDir = temporaryFolder()
  const first = await startAuthProcess({ dataDir })
  const { accessToken } = await first.login('admin@example.org')
  const create = () => first.as(accessToken, 'post', '/api/v1/api-keys', { name: 'x' })
  const made = await create()
  rmSync(join(dataDir, 'auth.lock'))
  const refused = await create().then(
    ({ status }) => status,
    () => 'gone',
  )
  expect([503, 'gone']).toContain(refused)
  await until(() => first.output().includes('uncaughtException'))
  expect(first.output()).toContain('auth.lock was removed while the store was in use')
  expect(await first.stop()).toBe(1)
  const second = await startAuthService({ dataDir })
  const { body } = await second.operate('get', '/internal/api-keys')
  expect(body.data.keys.map(({ id }: { id: string }) => id)).toEqual([made.body.data.id])
  await second.stop()
  await forget(dataDir)
})
