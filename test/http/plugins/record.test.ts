import { once } from 'node:events'
import { connect } from 'node:net'
import { makeApiKey } from '../../../kit/api-key-format.js'
import { log } from '../../../kit/log.js'
import { type Gateway, startGateway } from '../../support/stock-gateway.js'

const lines: { level: string; line: Record<string, unknown> }[] = []
let gateway: Gateway

beforeAll(async () => {
  log.level = 'info'
  for (const level of ['info', 'warn', 'error'] as const) {
    jest.spyOn(log, level).mockImplementation((line: unknown) => {
      lines.push({ level, line: line as Record<string, unknown> })
    })
  }
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

/** The answer is with the caller a moment before its line is written. */
async function linesOf(count: number) {
  while (lines.length < count) await new Promise((resolve) => setTimeout(resolve, 5))
  return lines
}

test('one line per request: who, what, how long; no query', async () => {
  const response = await fetch(`${gateway.url}/good/1?api_key=x`, { headers: { 'X-Request-Id': 'no' } })
  await response.text()
  const [{ level, line }] = (await linesOf(1)) as [(typeof lines)[0]]
  expect(level).toBe('info')
  expect(line).toEqual({
    requestId: response.headers.get('x-request-id'),
    clientRequestId: 'no',
    method: 'GET',
    path: '/good/1',
    status: 200,
    durationMs: expect.any(Number),
    endpoint: 'good',
    caller: '7',
    credential: 'key-1',
    address: '127.0.0.1',
  })
})

test('a failure of ours: its cause beside the line, under the same id', async () => {
  await (await fetch(`${gateway.url}/bad`)).text()
  const [cause, line] = (await linesOf(2)) as [(typeof lines)[0], (typeof lines)[0]]
  expect(cause.level).toBe('error')
  expect(cause.line).toMatchObject({ code: 'INTERNAL_ERROR', cause: { name: 'Error', message: 'the inner reason' } })
  expect(cause.line.requestId).toBe(line.line.requestId)
  expect(line.line.status).toBe(500)
})

test('credentials in the wrong places are cut out', async () => {
  const key = makeApiKey()
  const token = 'v4.public.eyJzdWIiOiIxIn0'
  await (await fetch(`${gateway.url}/good/${key}`, { headers: { 'X-Request-Id': `${token}!` } })).text()
  const text = JSON.stringify(await linesOf(1))
  expect(text).not.toContain(key.slice(8))
  expect(text).not.toContain('eyJ')
})

test('a caller who hangs up before the body is sent leaves a line, too', async () => {
  const socket = connect(gateway.port, '127.0.0.1')
  socket.write('POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nx')
  await once(socket, 'data')
  socket.destroy()
  await linesOf(1)
  expect(lines[0]?.line).toMatchObject({ status: 404, path: '/nothing' })
})
