import {
  newPassword,
  password,
  type RunningAuthService,
  startAuthService,
} from '../../support/auth-service.js'
import { until } from '../../support/until.js'

/** `REFRESH_ROUNDS=100` for the full measure. */
const rounds = Number(process.env.REFRESH_ROUNDS ?? 5)

let auth: RunningAuthService
beforeAll(async () => {
  auth = await startAuthService()
})
afterAll(() => auth?.stop())

const me = (token: string) => auth.request.get('/api/v1/auth/me').auth(token, { type: 'bearer' })
const refresh = (refreshToken: unknown) =>
  auth.request.post('/api/v1/auth/refresh').send({ refreshToken })
const events = (name: string) => auth.audited().filter(({ event }) => event === name)

describe('login', () => {
  test('answers tokens of the v4.public form and the user, not to be stored', async () => {
    const answer = await auth.request
      .post('/api/v1/auth/login')
      .send({ email: 'demo@example.org', password })
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body.data).toEqual({
      accessToken: expect.stringMatching(/^v4\.public\.[\w-]+\.[\w-]+$/),
      refreshToken: expect.stringMatching(/^v4\.public\.[\w-]+\.[\w-]+$/),
      expiresIn: 3600,
      user: { id: 2, email: 'demo@example.org', name: 'Demo User', role: 'user' },
    })
  })

  test.each([
    ['the e-mail in other letters', { email: 'Demo@Example.ORG', password }],
    [
      'the password in compatibility letters (NFKC)',
      { email: 'demo@example.org', password: 'ｍarble-otter-canyon' },
    ],
  ])('accepts %s', async (_name, body) => {
    await auth.request.post('/api/v1/auth/login').send(body).expect(200)
  })

  test('answers a wrong password and an unknown e-mail in the same bytes', async () => {
    const bodies = [
      { email: 'demo@example.org', password: 'wrong' },
      { email: 'nobody@example.org', password: 'wrong' },
    ]
    const answers = await Promise.all(
      bodies.map((body) => auth.request.post('/api/v1/auth/login').send(body)),
    )
    const shown = answers.map(({ status, body: { meta: _, ...body }, headers }) => ({
      status,
      body,
      headers: { ...headers, 'x-request-id': '', date: '' },
    }))
    expect(shown[0]).toEqual(shown[1])
    expect(shown[0]).toMatchObject({
      status: 401,
      body: {
        error: {
          code: 'AUTHENTICATION_REQUIRED',
          message: 'E-mail or password is not valid',
          details: {},
        },
      },
    })
  })

  const badBodies: [string, unknown, string[]][] = [
    ['nothing', {}, ['email', 'password']],
    ['null fields', { email: null, password: null }, ['email', 'password']],
    ['a number', { email: 'demo@example.org', password: 123456789012 }, ['password']],
    ['no e-mail', { email: 'demo', password: 'x' }, ['email']],
    ['a long e-mail', { email: `${'a'.repeat(300)}@example.org`, password: 'x' }, ['email']],
    ['an empty password', { email: 'demo@example.org', password: '' }, ['password']],
    ['a long password', { email: 'demo@example.org', password: 'x'.repeat(2000) }, ['password']],
    ['half a letter', { email: 'demo@example.org', password: 'pass\ud800' }, ['password']],
    [
      'an unknown field',
      { email: 'demo@example.org', password: 'x', remember: true },
      ['remember'],
    ],
    ['an array', [], ['body']],
    ['a string', '"x"', ['body']],
    ['no JSON', '{', ['body']],
    [
      'a prototype',
      '{"__proto__":{"email":1},"email":"demo@example.org","password":"x"}',
      ['body'],
    ],
  ]
  test.each(badBodies)('refuses %s, naming the fields', async (_name, body, fields) => {
    const answer = await auth.request
      .post('/api/v1/auth/login')
      .set('Content-Type', 'application/json')
      .send(typeof body === 'string' ? body : JSON.stringify(body))
    expect(answer.status).toBe(400)
    expect(answer.body.error.code).toBe('VALIDATION_ERROR')
    expect(Object.keys(answer.body.error.details).sort()).toEqual(fields)
  })
})

describe('refresh', () => {
  test('rotates: the new pair works, and so does the next', async () => {
    const first = await auth.login()
    const second = (await refresh(first.refreshToken).expect(200)).body.data
    expect(second.refreshToken).not.toBe(first.refreshToken)
    await me(second.accessToken).expect(200)
    await refresh(second.refreshToken).expect(200)
  })

  test(`answers 50 retries of the same refresh with the same pair, ${rounds} rounds`, async () => {
    let { refreshToken } = await auth.login()
    for (let round = 0; round < rounds; round++) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(refreshToken)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
      await me(answers[0]!.body.data.accessToken).expect(200)
      refreshToken = answers[0]!.body.data.refreshToken
    }
    await refresh(refreshToken).expect(200)
  })

  test('ends the whole family when a grandparent comes back, and says so in the log', async () => {
    const first = await auth.login()
    const second = (await refresh(first.refreshToken)).body.data
    const third = (await refresh(second.refreshToken)).body.data
    const before = events('refresh-reused').length
    const stolen = await refresh(first.refreshToken)
    expect([stolen.status, stolen.body.error.code]).toEqual([401, 'UNAUTHORIZED'])
    await refresh(third.refreshToken).expect(401)
    for (const { accessToken } of [first, second, third]) await me(accessToken).expect(401)
    await until(() => events('refresh-reused').length > before)
    expect(events('refresh-reused').length).toBe(before + 1)
  })

  test('refuses an access token and anything else', async () => {
    const { accessToken } = await auth.login()
    for (const token of [accessToken, 'v4.public.AAAA', 'x', `${accessToken}=`]) {
      const answer = await refresh(token)
      expect([answer.status, answer.body.error.code]).toEqual([401, 'UNAUTHORIZED'])
    }
    expect((await refresh(7)).body.error.details).toEqual({
      refreshToken: { _errors: ['refreshToken must be a string'] },
    })
  })
})

describe('access tokens', () => {
  const refusals: [
    string,
    (tokens: { accessToken: string; refreshToken: string }) => Record<string, string>,
    string,
  ][] = [
    ['none', () => ({}), 'AUTHENTICATION_REQUIRED'],
    [
      'a refresh token',
      ({ refreshToken }) => ({ Authorization: `Bearer ${refreshToken}` }),
      'UNAUTHORIZED',
    ],
    ['an API key', () => ({ 'X-API-Key': 'npd_AAAAAAAA_A' }), 'UNAUTHORIZED'],
    ['another scheme', () => ({ Authorization: 'Basic YTpi' }), 'UNAUTHORIZED'],
    [
      'a token that does not verify',
      () => ({ Authorization: 'Bearer v4.public.AAAA' }),
      'TOKEN_EXPIRED',
    ],
    [
      'two',
      ({ accessToken }) => ({ Authorization: `Bearer ${accessToken}`, 'X-API-Key': 'x' }),
      'VALIDATION_ERROR',
    ],
  ]
  test.each(refusals)('%s', async (_name, headersOf, code) => {
    const answer = await auth.request.get('/api/v1/auth/me').set(headersOf(await auth.login()))
    expect(answer.body.error.code).toBe(code)
  })

  test('end with the logout, and only those of this session', async () => {
    const [one, other] = [await auth.login(), await auth.login()]
    await auth.request
      .post('/api/v1/auth/logout')
      .auth(one.accessToken, { type: 'bearer' })
      .expect(200)
    expect((await me(one.accessToken)).body.error.code).toBe('TOKEN_EXPIRED')
    await refresh(one.refreshToken).expect(401)
    await me(other.accessToken).expect(200)
  })

  test('all end with the logout of all sessions; those of other users go on', async () => {
    const [one, other, admin] = [
      await auth.login(),
      await auth.login(),
      await auth.login('admin@example.org'),
    ]
    await auth.request
      .post('/api/v1/auth/logout-all')
      .auth(one.accessToken, { type: 'bearer' })
      .expect(200)
    for (const { accessToken, refreshToken } of [one, other]) {
      expect((await me(accessToken)).body.error.code).toBe('TOKEN_EXPIRED')
      await refresh(refreshToken).expect(401)
    }
    await me(admin.accessToken).expect(200)
    await until(() => events('logout-all').length > 0)
    expect(events('logout-all')).toEqual([expect.objectContaining({ userId: one.user.id })])
  })
})

describe('password', () => {
  const change = (token: string, body: object) =>
    auth.request.post('/api/v1/auth/password').auth(token, { type: 'bearer' }).send(body)

  test.each([
    ['short', 'newPassword must have at least 15 characters'],
    [
      'password12345678',
      'newPassword is too easy to guess; choose another, such as several random words',
    ],
    [
      'demodemodemo1234',
      'newPassword is too easy to guess; choose another, such as several random words',
    ],
  ])('refuses %s', async (weak, text) => {
    const { accessToken } = await auth.login()
    const answer = await change(accessToken, { currentPassword: password, newPassword: weak })
    expect(answer.body.error.details).toEqual({ newPassword: { _errors: [text] } })
  })

  test('a wrong current password is AUTHENTICATION_REQUIRED', async () => {
    const { accessToken } = await auth.login()
    const answer = await change(accessToken, { currentPassword: 'wrong', newPassword })
    expect([answer.status, answer.body.error.code]).toEqual([401, 'AUTHENTICATION_REQUIRED'])
  })

  test('ends the other sessions and keeps this one', async () => {
    const [own, other] = [await auth.login(), await auth.login()]
    await change(own.accessToken, { currentPassword: password, newPassword }).expect(200)
    await me(own.accessToken).expect(200)
    await me(other.accessToken).expect(401)
    await refresh(other.refreshToken).expect(401)
    await expect(auth.login('demo@example.org', password)).rejects.toThrow()
    const { accessToken } = await auth.login('demo@example.org', newPassword)
    await change(accessToken, { currentPassword: newPassword, newPassword: password }).expect(200)
  })
})
