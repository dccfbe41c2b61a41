import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { cert } from '../../support/certificate.js'
import { type RunningNginx, startNginx, withoutNginx } from '../../support/nginx.js'
import { type RunningStack, startStack } from '../../support/stack.js'
import { until } from '../../support/until.js'

/**
 * deploy/nginx.conf before a running stack, with other ports and places: what callers and the
 * gateway's log are reported.
 */
if (withoutNginx) process.stdout.write(`deploy/nginx.conf is not tried: ${withoutNginx}\n`)
const describeWithNginx = withoutNginx ? describe.skip : describe

describeWithNginx('behind nginx', () => {
  let stack: RunningStack
  let nginx: RunningNginx

  beforeAll(async () => {
    stack = await startStack()
    nginx = await startNginx([new URL(stack.url).host])
  })
  afterAll(async () => {
    await nginx?.stop()
    await stack?.stop()
  })

  async function call(
    method: string,
    path: string,
    headers: object = {},
    body: string | Buffer = '',
    from = '127.0.0.1',
  ) {
    const options = {
      host: '127.0.0.1',
      port: nginx.port,
      ca: cert,
      servername: 'localhost',
      localAddress: from,
    }
    const req = request({
      ...options,
      method,
      path,
      headers: { Host: 'directory.example.org', ...headers },
    })
    req.on('error', () => undefined).end(body)
    const [res] = await Promise.race([
      once(req, 'response'),
      once(req, 'close').then(() => Promise.reject(new Error('closed without an answer'))),
    ])
    let text = ''
    for await (const chunk of res) text += chunk
    return {
      status: res.statusCode as number,
      headers: res.headers,
      text,
      body: () => JSON.parse(text),
    }
  }

  const json = { 'Content-Type': 'application/json' }
  const search = JSON.stringify({
    index: 'organization-serp*',
    body: { query: { match_all: {} }, size: 2 },
  })

  test('a search: one id in envelope, header and both logs, and the address of the caller, whatever it claims', async () => {
    const apiKey = await stack.mintKey()
    const claims = {
      'X-Forwarded-For': '203.0.113.9',
      'X-Request-Id': 'of-the-caller',
      'X-Real-IP': '203.0.113.9',
    }
    const path = '/api/v1/organizations/search'
    const good = await call(
      'POST',
      `${path}?api_key=${apiKey}`,
      { ...json, ...claims, 'Content-Length': Buffer.byteLength(search) },
      search,
      '127.0.0.2',
    )
    expect([good.status, good.body().data.results.length]).toEqual([200, 2])
    const { requestId } = good.body().meta
    expect(requestId).toMatch(/^[\da-f]{32}$/)
    expect(good.headers).toMatchObject({
      'x-request-id': requestId,
      'strict-transport-security': expect.any(String),
      'ratelimit-limit': expect.any(String),
      'x-query-cost': expect.any(String),
    })
    const line = () =>
      stack
        .output()
        .split('\n')
        .find((text) => text.includes(requestId) && text.includes('"msg":"request"'))
    await until(() => line() !== undefined)
    expect(JSON.parse(line()!)).toMatchObject({ address: '127.0.0.2', path, status: 200 })
    const access = readFileSync(join(nginx.folder, 'directory-access.log'), 'utf8')
      .trim()
      .split('\n')
    const own = access
      .map((text) => JSON.parse(text))
      .find((entry) => entry.requestId === requestId)
    expect(own).toMatchObject({ address: '127.0.0.2', path, status: 200 })
    expect(access.join('')).not.toMatch(/api_key|npd_/)
  })

  test('paths go on as they were sent', async () => {
    const { status, body } = await call('GET', '/api/v1/%2e%2e/api-keys')
    expect([status, body().error.details.path._errors[0]]).toEqual([
      400,
      expect.stringContaining('dot segments'),
    ])
  })

  test('a body that nginx does not take is told in the envelope', async () => {
    const large = Buffer.alloc(3_000_000, 'x')
    const { status, headers, body } = await call('POST', '/api/v1/organizations/search', {
      ...json,
      'Content-Length': large.length,
    })
    expect([status, headers['content-type']]).toEqual([413, 'application/json'])
    expect(body()).toEqual({
      status: 'error',
      error: { code: 'PAYLOAD_TOO_LARGE', message: expect.any(String), details: {} },
      meta: {
        requestId: headers['x-request-id'],
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    })
  })

  test('an answer that is not read waits at the gateway, in no file of nginx', async () => {
    const chunk = Buffer.alloc(1_000_000)
    const whole = 100 * chunk.length
    let sent = 0
    const gateway = createServer(async (_req, res) => {
      for (; sent < whole; sent += chunk.length) if (!res.write(chunk)) await once(res, 'drain')
      res.end()
    }).listen(0, '127.0.0.1')
    await once(gateway, 'listening')
    await nginx.stop()
    nginx = await startNginx([`127.0.0.1:${(gateway.address() as AddressInfo).port}`])
    const options = { host: '127.0.0.1', port: nginx.port, ca: cert, servername: 'localhost' }
    const [res] = await once(request({ ...options, path: '/export' }).end(), 'response')
    let before = -1
    await until(
      () => {
        const isStalled = sent === before
        before = sent
        return isStalled
      },
      { everyMs: 500 },
    )
    expect(sent).toBeLessThan(whole / 2)
    res.destroy()
    gateway.closeAllConnections()
    gateway.close()
  })

  test('a gateway that is away is told in the envelope', async () => {
    await nginx.stop()
    nginx = await startNginx(['127.0.0.1:9'])
    const { status, body } = await call('GET', '/api/v1/auth/me')
    expect([status, body().error.code]).toEqual([502, 'UPSTREAM_UNAVAILABLE'])
  })
})
