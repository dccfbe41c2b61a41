import { PassThrough } from 'node:stream'
import { ApiError } from '../../../../kit/api/errors.js'
import { refusalOf, refuseSocket } from '../../../../kit/http/refusals.js'

const longLine = Buffer.from(`GET /${'a'.repeat(9000)}`)

test.each([
  ['a slow request', { code: 'ERR_HTTP_REQUEST_TIMEOUT' }, 'REQUEST_TIMEOUT', 408],
  [
    'large headers',
    { code: 'HPE_HEADER_OVERFLOW', rawPacket: Buffer.from('GET / HTTP/1.1\r\nA: b') },
    'HEADERS_TOO_LARGE',
    431,
  ],
  ['a long target', { code: 'HPE_HEADER_OVERFLOW', rawPacket: longLine }, 'URI_TOO_LONG', 414],
  [
    'an unknown part of large headers',
    { code: 'HPE_HEADER_OVERFLOW', rawPacket: Buffer.alloc(9000, 'a') },
    'HEADERS_TOO_LARGE',
    431,
  ],
  ['a bad method', { code: 'HPE_INVALID_METHOD' }, 'VALIDATION_ERROR', 400],
  ['chunk extensions', { code: 'HPE_CHUNK_EXTENSIONS_OVERFLOW' }, 'VALIDATION_ERROR', 400],
])('%s is refused as it should be', (_, error, code, status) => {
  expect(refusalOf(error as never)).toMatchObject({ code, status })
})

test.each([['ECONNRESET'], ['EPIPE'], ['ERR_SSL_HTTP_REQUEST'], [undefined]])(
  '%s needs no answer',
  (code) => {
    expect(refusalOf({ code } as never)).toBeUndefined()
  },
)

test('the answer on a bare socket is a whole HTTP message with the envelope', () => {
  const socket = new PassThrough()
  refuseSocket(socket, new ApiError('HEADERS_TOO_LARGE', 'Too large'))
  const [head, body] = String(socket.read()).split('\r\n\r\n')
  const [line, ...headers] = head!.split('\r\n')
  expect(line).toBe('HTTP/1.1 431 Request Header Fields Too Large')
  const answer = JSON.parse(body!)
  expect(headers).toEqual(
    expect.arrayContaining([
      'Connection: close',
      `Content-Length: ${Buffer.byteLength(body!)}`,
      `X-Request-Id: ${answer.meta.requestId}`,
      'X-Content-Type-Options: nosniff',
    ]),
  )
  expect(answer).toEqual({
    status: 'error',
    error: { code: 'HEADERS_TOO_LARGE', message: 'Too large', details: {} },
    meta: { requestId: expect.any(String), timestamp: expect.stringMatching(/Z$/) },
  })
  expect(socket.writableEnded).toBe(true)
  socket.destroy()
})
