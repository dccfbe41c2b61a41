import { passTime } from '../../../support/clock.js'
import { ask, bearer, Door, untilStatus } from './door.js'

const door = new Door()

describe('access tokens', () => {
  const past = new Date(Date.now() - 60_000).toISOString()
  const future = new Date(Date.now() + 60_000).toISOString()
  const bad: Record<string, Record<string, unknown>> = {
    expired: { exp: past },
    'without exp': { exp: undefined },
    'with exp as a number': { exp: Date.now() + 60_000 },
    'not yet valid': { nbf: future },
    'issued in the future': { iat: future },
    'of another issuer': { iss: 'else' },
    'for another audience': { aud: 'else' },
    'without sub': { sub: undefined },
    'without sid': { sid: undefined },
    'without typ': { typ: undefined },
    'without role': { role: undefined },
    'without scopes': { scopes: undefined },
    'with scopes as text': { scopes: 'organizations:read' },
  }

  it.each(Object.entries(bad))('refuses one %s', async (_, change) => {
    const url = await door.open()
    expect(await ask(url, bearer(await door.signer.token(change)))).toMatchObject({
      status: 401,
      code: 'TOKEN_EXPIRED',
    })
  })

  it('refuses a refresh token by its own code', async () => {
    const url = await door.open()
    expect(await ask(url, bearer(await door.signer.token({ typ: 'refresh' })))).toMatchObject({
      status: 401,
      code: 'UNAUTHORIZED',
    })
  })

  it('refuses every changed letter and every lax spelling', async () => {
    const url = await door.open()
    const token = await door.signer.token()
    const letters = Array.from({ length: 60 }, (_, i) => {
      const at = 10 + Math.floor((i / 60) * (token.length - 10))
      return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
    })
    const lax = [
      `${token}=`,
      `${token}.`,
      token.replace('v4.public.', 'v3.public.'),
      'v4.public.',
      'v4.public.AAAA',
    ]
    for (const wrong of [...letters, ...lax]) {
      const { status, code } = await ask(url, bearer(wrong))
      expect(status).toBe(401)
      expect(['TOKEN_EXPIRED', 'UNAUTHORIZED']).toContain(code)
    }
    expect((await ask(url, bearer(token))).status).toBe(200)
  })

  it.each([
    ['no kid', '{}'],
    ['an unknown kid', `{"kid":"k4.pid.${'A'.repeat(44)}"}`],
  ])('refuses a footer with %s', async (_, footer) => {
    const url = await door.open()
    await ask(url, bearer(await door.signer.token()))
    passTime(1000) // the keys may be asked for again
    expect(await ask(url, bearer(await door.signer.token({}, footer)))).toMatchObject({
      code: 'TOKEN_EXPIRED',
    })
  })

  it('refuses a token signed by another key in the name of ours', async () => {
    const url = await door.open()
    const stranger = await door.auth.signer({ isSecret: true })
    const footer = JSON.stringify({ kid: door.signer.kid })
    expect(await ask(url, bearer(await stranger.token({}, footer)))).toMatchObject({
      code: 'TOKEN_EXPIRED',
    })
  })

  it('learns a new signing key by its kid, asking at most once a second however many unknown ones come', async () => {
    const url = await door.open()
    await ask(url, bearer(await door.signer.token()))
    const second = await door.auth.signer()
    const before = door.auth.asked['/internal/public-keys']!
    passTime(1000)
    const unknown = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        door.signer.token({}, `{"kid":"k4.pid.${String(i).padStart(44, 'x')}"}`),
      ),
    )
    const answers = await Promise.all([
      ask(url, bearer(await second.token())),
      ...unknown.map((t) => ask(url, bearer(t))),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, ...unknown.map(() => 401)])
    expect(door.auth.asked['/internal/public-keys']! - before).toBeLessThanOrEqual(2)
  })

  it('takes issuer and audience from the auth service, also when they change while tokens are remembered', async () => {
    const url = await door.open()
    const [ours, others] = [
      await door.signer.token(),
      await door.signer.token({ iss: 'else', aud: 'else-api' }),
    ]
    expect((await ask(url, bearer(ours))).status).toBe(200)
    expect(await ask(url, bearer(others))).toMatchObject({ status: 401, code: 'TOKEN_EXPIRED' })
    door.auth.tells = { issuer: 'else', audience: 'else-api' }
    door.auth.forget() // it has started again, with another configuration
    await untilStatus(200, url, bearer(others))
    expect(await ask(url, bearer(ours))).toMatchObject({ status: 401, code: 'TOKEN_EXPIRED' })
  })

  it.each([
    [{ issuer: 'nonprofit-directory', audience: 'nonprofit-directory-api' }, 200],
    [{ issuer: 'else' }, 401],
    [{ audience: 'else' }, 401],
  ])('%j of the YAML answers %s: a wish may only narrow', async (params, status) => {
    const url = await door.open(params)
    expect((await ask(url, bearer(await door.signer.token()))).status).toBe(status)
    const wished = {
      ...('issuer' in params && { iss: params.issuer }),
      ...('audience' in params && { aud: params.audience }),
    }
    expect((await ask(url, bearer(await door.signer.token(wished)))).status).toBe(status)
  })

  it.each<[string, object]>([
    ['no issuer', { audience: 'nonprofit-directory-api' }],
    ['others than text', { issuer: ['nonprofit-directory'], audience: 1 }],
  ])('passes nobody while the auth service tells %s', async (_, tells) => {
    door.auth.tells = tells
    const url = await door.open({
      issuer: 'nonprofit-directory',
      audience: 'nonprofit-directory-api',
    })
    const tokens = [await door.signer.token(), await door.signer.token({ iss: '', aud: '' })]
    for (const value of [...tokens, door.newKey()]) {
      expect(await ask(url, bearer(value))).toMatchObject({
        status: 503,
        code: 'SERVICE_UNAVAILABLE',
      })
    }
  })

  it('expires while it is remembered', async () => {
    const url = await door.open()
    const token = await door.signer.token({ exp: new Date(Date.now() + 30_000).toISOString() })
    expect((await ask(url, bearer(token))).status).toBe(200)
    passTime(30_000)
    expect(await ask(url, bearer(token))).toMatchObject({ status: 401, code: 'TOKEN_EXPIRED' })
  })
})
