import { type RunningStack, startStack } from '../../support/stack.js'
import { type RawAnswer, rawRequest } from '../../support/wire.js'

let stack: RunningStack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.stop())

describe('the internal listener cannot be reached through the gateway, not even with its secrets', () => {
  const targets = [
    '/internal/users',
    '/internal/changes',
    '/%69nternal/users',
    '/internal%2fusers',
    '/api/v1/../../internal/users',
    '/api/v1/api-keys/%2e%2e/%2e%2e/%2e%2e/internal/users',
    '/api/v1/api-keys/..;/..;/..;/internal/users',
    '/api/v1/api-keys/..%5c..%5c..%5cinternal%5cusers',
    '/api/v1/auth/login/..%252f..%252f..%252finternal/users',
    '/api/v1/api-keys/x%00/internal/users',
    'http://INTERNAL/internal/users',
  ]
  const headers = [
    'Host: INTERNAL',
    'Host: gateway\r\nX-Forwarded-Host: INTERNAL\r\nForwarded: host=INTERNAL;for=127.0.0.1',
    'Host: gateway\r\nX-Original-URL: /internal/users\r\nX-Rewrite-URL: ' +
      '/internal/users\r\nX-Forwarded-Prefix: /internal',
    'Host: gateway\r\nX-Forwarded-For: 127.0.0.1\r\nX-Real-IP: 127.0.0.1\r\nX-Caller-Id: ' +
      '1\r\nX-Caller-Scopes: users:manage',
    'Host: gateway\r\nX-Service-Secret: OPERATOR\r\nX-Operator-Secret: OPERATOR\r\nConnection: ' +
      'close, authorization',
  ]
  const methods = ['GET', 'POST', 'DELETE']

  test.each(targets)('%s', async (target) => {
    const internal = new URL(stack.auth.internalUrl).host
    const filled = (text: string) =>
      text.replaceAll('INTERNAL', internal).replaceAll('OPERATOR', stack.secret())
    const ask = (method: string, head: string, secret: string): Promise<RawAnswer> =>
      rawRequest(stack.url, [
        `${method} ${filled(target)} HTTP/1.1\r\n${filled(head)}\r\nAuthorization: Bearer ` +
          `${secret}\r\nContent-Length: ` +
          `0\r\n${head.includes('Connection') ? '' : 'Connection: close\r\n'}\r\n`,
      ])
    for (const secret of [stack.secret(), stack.secret('SERVICE_SECRET')]) {
      for (const method of methods) {
        for (const head of headers) {
          const { status, body } = await ask(method, head, secret)
          const told = JSON.parse(body)
          expect({ method, head, status, told: told.status }).toMatchObject({ told: 'error' })
          // refused by the gateway, or by a public call that knows neither secret
          expect([400, 401, 404, 405]).toContain(status)
          for (const word of ['demo@example.org', 'cursor', 'k4.']) expect(body).not.toContain(word)
        }
      }
    }
  })
})
