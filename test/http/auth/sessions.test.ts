import {
  newPassword,
  password,
  type RunningAuthService,
  startAuthService,
} from '../../support/auth-service.js'

let clock = Date.now()
let auth: RunningAuthService
beforeAll(async () => {
  auth = await startAuthService({ now: () => clock })
})
afterAll(() => auth?.stop())

const me = (token: string) => auth.as(token, 'get', '/api/v1/auth/me')
const post = (call: string, body: unknown) =>
  auth.request.post(`/api/v1/auth/${call}`).send(body as object)
const refresh = (refreshToken: unknown) => post('refresh', { refreshToken })
const events = (name: string) => auth.audited().filter(({ event }) => event === name)
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  body.error?.code ?? status

describe('login', () => {
  test.each([
    ['the e-mail in other letters', { email: 'Demo@Example.ORG', password }],
    [
      'the password in compatibility letters (NFKC)',
      { email: 'demo@example.org', password: 'ｍarble-otter-canyon' },
    ],
  ])('accepts %s', async (_name, body) => {
    await post('login', body).expect(200)
  })

  test('answers a wrong password and an unknown e-mail in the same bytes', async () => {
    const emails = ['demo@example.org', 'nobody@example.org']
    const answers = await Promise.all(
      emails.map((email) => post('login', { email, password: 'wrong' })),
    )
    const shown = answers.map(({ status, body: { meta: _, ...body }, headers }) => ({
      status,
      body,
      headers: { ...headers, 'x-request-id': '', date: '' },
    }))
    expect(shown[0]).toEqual(shown[1])
    const message = 'E-mail or password is not valid'
    expect(shown[0]).toMatchObject({
      status: 401,
      body: { error: { code: 'AUTHENTICATION_REQUIRED', message, details: {} } },
    })
  })

  const email = 'demo@example.org'
  test.each<[unknown, string[]]>([
    [{ email: `${'a'.repeat(300)}@example.org`, password: 'x' }, ['email']],
    [{ email, password: 'x'.repeat(2000) }, ['password']],
    [{ email, password: 'pass\ud800' }, ['password']],
    [[], ['body']],
    ['{"__proto__":{"email":1},"email":"demo@example.org","password":"x"}', ['body']],
  ])('refuses %j, naming the fields', async (body, fields) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await post('login', undefined).set('Content-Type', 'application/json').send(text)
    expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_ERROR'])
    expect(Object.keys(answer.body.error.details).sort()).toEqual(fields)
  })
})

describe('refresh', () => {
  test('answers 50 retries of the same refresh with the same pair', async () => {
    let { refreshToken } = await auth.login()
    for (let round = 0; round < 3; round++) {
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
    expect([stolen.status, codeOf(stolen)]).toEqual([401, 'UNAUTHORIZED'])
    await refresh(third.refreshToken).expect(401)
    for (const { accessToken } of [first, second, third]) await me(accessToken).expect(401)
    expect(events('refresh-reused').length).toBe(before + 1)
  })
})

describe('a session ends', () => {
  test('with the logout, and no other does', async () => {
    const [one, other] = [await auth.login(), await auth.login()]
    await auth.as(one.accessToken, 'post', '/api/v1/auth/logout').expect(200)
    expect(codeOf(await me(one.accessToken))).toBe('TOKEN_EXPIRED')
    await refresh(one.refreshToken).expect(401)
    await me(other.accessToken).expect(200)
  })

  test('with the logout of all sessions; those of other users go on', async () => {
    const [one, other] = [await auth.login(), await auth.login()]
    const admin = await auth.login('admin@example.org')
    await auth.as(one.accessToken, 'post', '/api/v1/auth/logout-all').expect(200)
    for (const { accessToken, refreshToken } of [one, other]) {
      expect(codeOf(await me(accessToken))).toBe('TOKEN_EXPIRED')
      await refresh(refreshToken).expect(401)
    }
    await me(admin.accessToken).expect(200)
    expect(events('logout-all')).toEqual([expect.objectContaining({ userId: one.user.id })])
  })

  test('when it is not used: the access token after an hour, the refresh token after a week', async () => {
    const [one, other] = [await auth.login(), await auth.login()]
    clock += 3_600_000 - 1
    await me(one.accessToken).expect(200)
    clock += 1
    expect(codeOf(await me(one.accessToken))).toBe('TOKEN_EXPIRED')
    clock += 604_800_000 - 3_600_000 - 1
    await refresh(one.refreshToken).expect(200)
    clock += 1
    await refresh(other.refreshToken).expect(401)
  })
})

test('different credentials are refused, the same one twice is accepted', async () => {
  const { accessToken } = await auth.login()
  expect((await me(accessToken).set('X-API-Key', accessToken)).status).toBe(200)
  expect(codeOf(await me(accessToken).set('X-API-Key', 'x'))).toBe('VALIDATION_ERROR')
})

describe('password', () => {
  const change = (token: string, currentPassword: string, newPassword: string) =>
    auth.as(token, 'post', '/api/v1/auth/password', { currentPassword, newPassword })
  const guessable = 'newPassword is too easy to guess; choose another, such as several random words'

  test.each([
    ['short', 'newPassword must have at least 15 characters'],
    ['password12345678', guessable],
  ])('refuses %s', async (weak, text) => {
    const answer = await change((await auth.login()).accessToken, password, weak)
    expect(answer.body.error.details).toEqual({ newPassword: { _errors: [text] } })
  })

  test('ends the other sessions and keeps this one', async () => {
    const [own, other] = [await auth.login(), await auth.login()]
    await change(own.accessToken, password, newPassword).expect(200)
    await me(own.accessToken).expect(200)
    await me(other.accessToken).expect(401)
    await refresh(other.refreshToken).expect(401)
    await expect(auth.login('demo@example.org', password)).rejects.toThrow()
    await auth.login('demo@example.org', newPassword)
  })
})
