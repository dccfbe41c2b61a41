import { once } from 'node:events'
import { connect } from 'node:net'
import { makeApiKey } from '../../../kit/credentials/api-key-format.js'
import { log, requestLog } from '../../../kit/log/log.js'
import { type Gateway, startGateway } from '../../support/stock-gateway.js'
import { until } from '../../support/until.js'

/** http/gateway/observe.test.ts has what a line holds. */

const lines: { level: string; line: Record<string, unknown> }[] = []
let gateway: Gateway

beforeAll(async () => {
  log.level = 'info'
  for (const level of ['info', 'warn', 'error'] as const) {
    jest.spyOn(log, level).mockImplementation((line: unknown) => {
      lines.push({ level, line: line as Record<string, unknown> })
    })
  }
  jest.spyOn(requestLog, 'write').mockImplementation((ids, line) => {
    lines.push({ level: 'info', line: { ...ids, ...line } })
  })
  const policies = (action: object) => [
    { envelope: [{ action: {} }] },
    { caller: [{ action: {} }] },
    { answer: [{ action }] },
  ]
  gateway = await startGateway(['envelope'], {
    apiEndpoints: { good: { paths: '/good/:id' }, bad: { paths: '/bad' } },
    pipelines: {
      good: { apiEndpoints: ['good'], policies: policies({}) },
      bad: { apiEndpoints: ['bad'], policies: policies({ throws: 'the inner reason' }) },
    },
  })
})
afterAll(() => gateway.close())
beforeEach(() => void lines.splice(0))

/** The line of the request, which is written a moment after its answer. */
const requestLine = () => until(() => lines.find(({ line }) => 'method' in line))

test('a failure of ours: its cause beside the line, under the same id', async () => {
  await (await fetch(`${gateway.url}/bad`)).text()
  const { line } = await requestLine()
  const [cause] = lines as [(typeof lines)[0]]
  expect(cause.level).toBe('error')
  expect(cause.line).toMatchObject({
    code: 'INTERNAL_ERROR',
    err: { name: 'Error', message: 'the inner reason', stack: expect.any(String) },
  })
  expect(cause.line.requestId).toBe(line.requestId)
  expect(line).toMatchObject({ status: 500, code: 'INTERNAL_ERROR' })
})

const id = 'e8b1a5a2-7c6a-4f3b-9d1e-0a4b5c6d7e8f'
const key = makeApiKey()

test.each([
  ['what the routes name, and UUIDs; no query', `/good/${id}?api_key=x`, id, `/good/${id}`, id],
  ['no key', `/good/${key}`, `${key}!`, '/good/*', '*'],
  ['no key that is encoded', `/good/%6e${key.slice(1)}`, `%6e${key.slice(1)}`, '/good/*', '*'],
  ['no word that might be a password', '/good/1/marble-otter', 'marble-otter!', '/good/*', '*'],
])('of what a caller writes the log keeps %s', async (_, path, requestId, loggedPath, loggedId) => {
  const response = await fetch(gateway.url + path, { headers: { 'X-Request-Id': requestId } })
  const { meta } = (await response.json()) as { meta: { requestId: string } }
  const { line } = await requestLine()
  expect(line.path).toBe(loggedPath)
  expect([line.requestId, line.clientRequestId]).toEqual(
    requestId === id ? [id, undefined] : [meta.requestId, loggedId],
  )
  expect(meta.requestId).not.toContain(key.slice(13))
})

test('a caller who hangs up before the body is sent leaves a line, too', async () => {
  const socket = connect(gateway.port, '127.0.0.1')
  socket.write('POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nx')
  await once(socket, 'data')
  socket.destroy()
  expect((await requestLine()).line).toMatchObject({ status: 404, path: '/nothing' })
})
