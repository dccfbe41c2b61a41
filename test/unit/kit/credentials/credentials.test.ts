import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { openContext } from '../../../../plugins/kit/context.js'
import { ask, bearer, Door } from '../../plugins/authenticate/door.js'

const door = new Door()

describe('credentials', () => {
  it('accepts a valid access token and a valid key in each form, and identifies the caller', async () => {
    const url = await door.open()
    const key = door.newKey()
    const token = {
      kind: 'access-token',
      ownerId: '7',
      scopes: ['organizations:read'],
      credentialId: 's-1',
    }
    expect(await ask(url, bearer(await door.signer.token()))).toMatchObject({
      status: 200,
      caller: token,
    })
    const byKey = {
      kind: 'api-key',
      ownerId: '7',
      scopes: ['organizations:read'],
      credentialId: 'key-1',
    }
    expect(await ask(url, bearer(key))).toMatchObject({ status: 200, caller: byKey })
    expect(await ask(url, { 'X-API-Key': key })).toMatchObject({ status: 200, caller: byKey })
    expect(await ask(`${url}/?api_key=${key}`)).toMatchObject({ status: 200, caller: byKey })
  })

  it('refuses none, two, another scheme, and kinds that the endpoint does not take', async () => {
    const url = await door.open()
    const key = door.newKey()
    expect(await ask(url)).toMatchObject({
      status: 401,
      code: 'AUTHENTICATION_REQUIRED',
      message: 'Send an access token or an API key',
    })
    expect(await ask(url, { ...bearer(door.newKey()), 'X-API-Key': key })).toMatchObject({
      status: 400,
      message: 'Send one credential only: Authorization, X-API-Key or api_key',
    })
    expect(await ask(url, { Authorization: 'Basic YTpi' })).toMatchObject({
      status: 401,
      code: 'UNAUTHORIZED',
    })
    const tokensOnly = await door.open({ accept: ['access-token'], queryKey: false })
    expect(await ask(tokensOnly, bearer(key))).toMatchObject({
      status: 401,
      code: 'UNAUTHORIZED',
      message: 'Send an access token',
    })
    expect(await ask(`${tokensOnly}/?api_key=${key}`)).toMatchObject({
      status: 401,
      code: 'UNAUTHORIZED',
    })
    expect(await ask(`${tokensOnly}/?api_key=${key}`, { 'X-API-Key': key })).toMatchObject({
      status: 400,
      message: 'Send one credential only: Authorization or X-API-Key',
    })
  })

  it('takes the same credential in several places, as generated clients send it', async () => {
    const url = await door.open()
    const key = door.newKey()
    const token = await door.signer.token()
    const both = (value: string) => ({ 'X-API-Key': value, ...bearer(value) })
    const accepted: [target: string, sent: Record<string, string>, kind: string][] = [
      [url, both(key), 'api-key'],
      [url, both(token), 'access-token'],
      [`${url}/?api_key=${key}`, { 'X-API-Key': key }, 'api-key'],
      [`${url}/?api_key=${token}`, both(token), 'access-token'],
      [`${url}/?api_key=${key}&api_key=${key}`, both(key), 'api-key'],
    ]
    for (const [target, sent, kind] of accepted)
      expect(await ask(target, sent)).toMatchObject({ status: 200, caller: { kind } })
    expect(await ask(url, both('npd_AAAAAAAA_A'))).toMatchObject({ status: 401 })
    expect(await ask(`${url}/?api_key=${key}`, both(token))).toMatchObject({ status: 400 })
  })

  it('lists the accepted headers, and names a token in the place of a key', async () => {
    const url = await door.open()
    const headers = [
      'Authorization: Bearer <access token>',
      'Authorization: Bearer <API key>',
      'X-API-Key: <API key>',
    ]
    const token = await door.signer.token()
    const misplaced = { found: 'an access token where only an API key is allowed', headers }
    const refusals: [ask: string, sent: Record<string, string>, code: string, details: object][] = [
      [url, {}, 'AUTHENTICATION_REQUIRED', { headers }],
      [url, { Authorization: 'Basic YTpi' }, 'UNAUTHORIZED', { headers }],
      [url, { 'X-API-Key': token }, 'AUTHENTICATION_REQUIRED', misplaced],
      [`${url}/?api_key=${token}`, {}, 'AUTHENTICATION_REQUIRED', misplaced],
      [url, { 'X-API-Key': 'npd_AAAAAAAA_A' }, 'AUTHENTICATION_REQUIRED', {}],
    ]
    for (const [to, sent, code, details] of refusals) {
      expect(await ask(to, sent)).toMatchObject({ status: 401, code, details })
    }
    expect((await ask(url, { 'X-API-Key': token })).message).toBe('API key is not valid')
    const tokensOnly = await door.open({ accept: ['access-token'] })
    expect((await ask(tokensOnly)).details).toEqual({ headers: headers.slice(0, 1) })
  })

  it.each<[sent: (key: string) => Record<string, string>, code: string]>([
    [(key) => ({ Authorization: key }), 'UNAUTHORIZED'],
    [(key) => ({ Authorization: `Bearer "${key}"` }), 'UNAUTHORIZED'],
    [() => ({ Authorization: 'Bearer' }), 'UNAUTHORIZED'],
    [(key) => ({ 'X-API-Key': `Bearer ${key}` }), 'AUTHENTICATION_REQUIRED'],
    [(key) => ({ 'Api-Key': key }), 'AUTHENTICATION_REQUIRED'],
  ])('repeats nothing of a credential in another form: %s', async (sent, code) => {
    const refused = await ask(await door.open(), sent(door.newKey()))
    expect(refused).toMatchObject({ status: 401, code })
    expect(JSON.stringify(refused)).not.toMatch(/npd_/)
  })

  it.each(['Bearer', 'bearer', 'BEARER', 'Bearer  '])(
    'takes the scheme in any case, and blanks behind it: %j',
    async (scheme) => {
      const url = await door.open()
      expect(await ask(url, { Authorization: `${scheme} ${door.newKey()}  ` })).toMatchObject({
        status: 200,
      })
    },
  )

  it('does not ask the auth service about a typo', async () => {
    const url = await door.open()
    const key = door.newKey()
    const typos = Array.from(
      { length: 20 },
      (_, i) => key.slice(0, 14 + i) + (key[14 + i] === 'a' ? 'b' : 'a') + key.slice(15 + i),
    )
    for (const typo of [...typos, 'npd_', `${key}x`, '{}']) {
      expect(await ask(url, { 'X-API-Key': typo })).toMatchObject({
        status: 401,
        code: 'AUTHENTICATION_REQUIRED',
      })
    }
    expect(door.auth.asked['/internal/api-keys/verify']).toBeUndefined()
  })
})

describe('setting up', () => {
  it('has one poller however many pipelines ask the same service', async () => {
    const urls = [await door.open(), await door.open(), await door.open({ accept: ['api-key'] })]
    // each answers when its poller has begun
    for (const url of urls) expect((await ask(url, bearer(door.newKey()))).status).toBe(200)
    expect(door.auth.snapshots).toBe(1)
  })

  it('verifies a known credential within the tick, without a promise', async () => {
    const step = door.step()
    for (const value of [await door.signer.token(), door.newKey()]) {
      const run = (next: (error?: unknown) => void) =>
        step(requestWith(bearer(value)), { appendHeader: () => {} } as never, next)
      await new Promise<void>((resolve, reject) =>
        run((error) => (error ? reject(error) : resolve())),
      )
      let isDone = false
      run(() => {
        isDone = true
      })
      expect(isDone).toBe(true)
    }
  })
})

/** A request as the envelope hands it on. */
function requestWith(headers: Record<string, string>): IncomingMessage {
  const req = new IncomingMessage(new Socket())
  req.rawHeaders = Object.entries(headers).flat()
  openContext(req, {
    requestId: 'test',
    address: '127.0.0.1',
    startedAt: 0,
    traceparent: '',
    maxBodyBytes: 0,
  })
  return req
}
