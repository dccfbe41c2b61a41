import { parseApiKey } from '../../../kit/credentials/api-key-format.js'
import { type RunningAuthService, startAuthService } from '../../support/auth-service.js'

let auth: RunningAuthService
let token: string
let adminToken: string
beforeAll(async () => {
  auth = await startAuthService({
    config: (text) =>
      text
        .replace('maxPerUser: 10000', 'maxPerUser: 30')
        .replace('roles:\n', 'roles:\n  reader: [organizations:read]\n'),
  })
  token = (await auth.login()).accessToken
  adminToken = (await auth.login('admin@example.org')).accessToken
})
afterAll(() => auth?.stop())

const path = '/api/v1/api-keys'
const create = (body: unknown, as = token) =>
  auth.request
    .post(path)
    .auth(as, { type: 'bearer' })
    .set('Content-Type', 'application/json')
    .send(JSON.stringify(body))
const read = (id: string, as = token) =>
  auth.request.get(`${path}/${id}`).auth(as, { type: 'bearer' })
const patch = (id: string, body: object) =>
  auth.request.patch(`${path}/${id}`).auth(token, { type: 'bearer' }).send(body)
const revoke = (id: string, as = token) =>
  auth.request.delete(`${path}/${id}`).auth(as, { type: 'bearer' })
const rotate = (id: string, body?: object) =>
  auth.request.post(`${path}/${id}/rotate`).auth(token, { type: 'bearer' }).send(body)
const verdict = async (key: string) =>
  (
    await auth.internal
      .post('/internal/api-keys/verify')
      .auth(auth.secret.service, { type: 'bearer' })
      .send({ ...parseApiKey(key), address: '192.0.2.7' })
  ).body.data

test('a new key has the defaults, is shown once, and is judged active', async () => {
  const answer = await create({ name: 'defaults' })
  expect([answer.status, answer.headers['cache-control']]).toEqual([201, 'no-store'])
  expect(answer.body.message).toBe('Store this key now. It will not be shown again.')
  const { key, id, ...rest } = answer.body.data
  expect(Object.keys(rest).sort()).toEqual(['createdAt', 'expiresAt', 'name', 'prefix', 'scopes'])
  expect(rest).toMatchObject({
    name: 'defaults',
    scopes: ['organizations:read'],
    prefix: key.slice(0, 12),
  })
  expect(Date.parse(rest.expiresAt) - Date.parse(rest.createdAt)).toBe(365 * 86_400_000)
  const { body } = await read(id)
  expect(body.data).toMatchObject({ id, state: 'active', lastUsedAt: null })
  expect(JSON.stringify(body)).not.toContain(key)
  expect(await verdict(key)).toMatchObject({
    id,
    ownerId: '2',
    scopes: ['organizations:read'],
    state: 'active',
  })
  expect((await read(id)).body.data).toMatchObject({
    lastUsedAt: expect.any(String),
    lastUsedIp: '192.0.2.7',
  })
})

const refused: [string, unknown, string, string[]][] = [
  ['no name', {}, 'VALIDATION_ERROR', ['name']],
  ['an empty name', { name: '' }, 'VALIDATION_ERROR', ['name']],
  ['a name of white space', { name: '  ' }, 'VALIDATION_ERROR', ['name']],
  ['a name of two lines', { name: 'a\nb' }, 'VALIDATION_ERROR', ['name']],
  ['a long name', { name: 'x'.repeat(101) }, 'VALIDATION_ERROR', ['name']],
  ['no scopes', { name: 'x', scopes: [] }, 'VALIDATION_ERROR', ['scopes']],
  [
    'scopes that are none',
    { name: 'x', scopes: 'organizations:read' },
    'VALIDATION_ERROR',
    ['scopes'],
  ],
  ['null scopes', { name: 'x', scopes: null }, 'VALIDATION_ERROR', ['scopes']],
  [
    'an unknown scope',
    { name: 'x', scopes: ['organizations:write'] },
    'VALIDATION_ERROR',
    ['scopes'],
  ],
  [
    'a scope with a space',
    { name: 'x', scopes: ['organizations:read '] },
    'VALIDATION_ERROR',
    ['scopes'],
  ],
  [
    'a scope in capitals',
    { name: 'x', scopes: ['ORGANIZATIONS:READ'] },
    'VALIDATION_ERROR',
    ['scopes'],
  ],
  [
    'only scopes that no key can use',
    { name: 'x', scopes: ['api-keys:manage'] },
    'VALIDATION_ERROR',
    ['scopes'],
  ],
  ['every scope', { name: 'x', scopes: ['*'] }, 'VALIDATION_ERROR', ['scopes']],
  [
    'the same scope twice',
    { name: 'x', scopes: ['organizations:read', 'organizations:read'] },
    'VALIDATION_ERROR',
    ['scopes'],
  ],
  [
    'a foreign scope',
    { name: 'x', scopes: ['users:manage'] },
    'FORBIDDEN',
    ['granted', 'required'],
  ],
  ['no days', { name: 'x', expiresIn: 0 }, 'VALIDATION_ERROR', ['expiresIn']],
  ['half a day', { name: 'x', expiresIn: 0.5 }, 'VALIDATION_ERROR', ['expiresIn']],
  ['days as text', { name: 'x', expiresIn: '30' }, 'VALIDATION_ERROR', ['expiresIn']],
  ['too many days', { name: 'x', expiresIn: 3651 }, 'VALIDATION_ERROR', ['expiresIn']],
  ['endless days', { name: 'x', expiresIn: 1e300 }, 'VALIDATION_ERROR', ['expiresIn']],
  [
    'all mistakes at once',
    { scopes: 1, expiresIn: 'x', extra: 1 },
    'VALIDATION_ERROR',
    ['expiresIn', 'extra', 'name', 'scopes'],
  ],
]
test.each(refused)('creation refuses %s', async (_name, body, code, details) => {
  const answer = await create(body)
  expect(answer.body.error.code).toBe(code)
  expect(Object.keys(answer.body.error.details).sort()).toEqual(details)
})

test('a key that could be used for nothing is refused with the reason', async () => {
  const { body } = await create(
    { name: 'x', scopes: ['api-keys:manage', 'users:manage'] },
    adminToken,
  )
  expect(body.error.details.scopes._errors).toEqual([
    'api-keys:manage and users:manage are useless for an API key, because these calls ' +
      'require access tokens; add a scope such as organizations:read',
  ])
  const { id } = (await create({ name: 'x', scopes: ['api-keys:manage', 'organizations:read'] }))
    .body.data
  await patch(id, { scopes: ['api-keys:manage'] }).expect(400)
  await revoke(id).expect(200)
})

test('a role without api-keys:manage makes no key, sees none and changes none, before its body is looked at', async () => {
  const { id } = (await create({ name: 'made before' })).body.data
  const setRole = (role: string) =>
    auth.internal
      .post('/internal/users/demo@example.org/role')
      .auth(auth.secret.operator, { type: 'bearer' })
      .send({ role })
      .expect(200)
  await setRole('reader')
  const { accessToken } = await auth.login()
  const calls: ['get' | 'post' | 'patch' | 'delete', string][] = [
    ['get', path],
    ['post', path],
    ['get', `${path}/${id}`],
    ['patch', `${path}/${id}`],
    ['delete', `${path}/${id}`],
    ['post', `${path}/${id}/rotate`],
  ]
  for (const [method, target] of calls) {
    const asked = auth.request[method](target).auth(accessToken, { type: 'bearer' })
    const { status, body } = await (method === 'get' || method === 'delete'
      ? asked
      : asked.send({ wrong: true }))
    const details = { required: ['api-keys:manage'], granted: ['organizations:read'] }
    expect([method, target, status, body.error]).toEqual([
      method,
      target,
      403,
      { code: 'FORBIDDEN', message: expect.stringContaining('api-keys:manage'), details },
    ])
  }
  await auth.request.get('/api/v1/auth/me').auth(accessToken, { type: 'bearer' }).expect(200)
  await setRole('user')
  token = (await auth.login()).accessToken
  expect((await read(id)).body.data.state).toBe('active')
  await revoke(id).expect(200)
})

test("another's key does not exist, whatever is done with it", async () => {
  const { id } = (await create({ name: 'mine' })).body.data
  for (const call of [read(id, adminToken), revoke(id, adminToken)]) {
    const answer = await call
    expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND'])
  }
  await read(id).expect(200)
})

test('the list is the newest first, in pages', async () => {
  const list = (query = '') => auth.request.get(`${path}${query}`).auth(token, { type: 'bearer' })
  for (const name of ['page a', 'page b', 'page c']) await create({ name }).expect(201)
  const { total, keys } = (await list()).body.data
  expect(total).toBe(keys.length)
  const names = keys.map((key: { name: string }) => key.name)
  for (const query of ['?page=2&pageSize=2', '?limit=2&offset=2']) {
    const page = (await list(query)).body.data
    expect([page.total, page.keys.map((key: { name: string }) => key.name)]).toEqual([
      total,
      names.slice(2, 4),
    ])
  }
  for (const query of [
    '?page=0',
    '?limit=0',
    '?pageSize=5000',
    '?page=x',
    '?page=01',
    '?page=1e0',
    '?page=%201',
    '?page=0x1',
    '?page=1&offset=1',
    '?sort=name',
    '?page=1&page=2',
  ]) {
    expect([query, (await list(query)).status]).toEqual([query, 400])
  }
})

test('a key may be renamed, narrowed and widened to what its owner may grant, never beyond', async () => {
  const { id, key, expiresAt } = (
    await create({ name: 'wide', scopes: ['organizations:read', 'api-keys:manage'] })
  ).body.data
  const earlier = new Date(Date.parse(expiresAt) - 86_400_000).toISOString()
  const changed = await patch(id, {
    name: 'narrow',
    scopes: ['organizations:read'],
    expiresAt: earlier,
  })
  expect(changed.body.data).toMatchObject({
    name: 'narrow',
    scopes: ['organizations:read'],
    expiresAt: earlier,
  })
  expect(await verdict(key)).toMatchObject({ scopes: ['organizations:read'], expiresAt: earlier })
  for (const body of [
    { scopes: ['api-keys:manage'] },
    { expiresAt },
    { expiresAt: '2020-01-01T00:00:00.000Z' },
    {},
  ]) {
    await patch(id, body).expect(400)
  }
  const beyond = ['organizations:read', 'users:manage']
  const refused = await patch(id, { scopes: beyond })
  expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN'])
  const unknown = await patch(id, { scopes: ['organizations:read', 'organizations:write'] })
  expect(Object.keys(unknown.body.error.details)).toEqual(['scopes'])
  const scopes = ['organizations:read', 'api-keys:manage']
  expect((await patch(id, { scopes })).body.data.scopes).toEqual(scopes)
  expect((await verdict(key)).scopes).toEqual(scopes)
})

test('an allow list is set, shown, judged, kept by a rotation, replaced and removed', async () => {
  const allow = { addresses: ['203.0.113.7', '2001:DB8::/32'], origins: ['https://app.example'] }
  const canonical = { ...allow, addresses: ['203.0.113.7/32', '2001:db8::/32'] }
  const made = (await create({ name: 'narrow', allow })).body.data
  expect(made.allow).toEqual(canonical)
  expect((await read(made.id)).body.data.allow).toEqual(canonical)
  expect((await verdict(made.key)).allow).toEqual(canonical)
  const { id, key } = (await rotate(made.id)).body.data
  expect((await verdict(key)).allow).toEqual(canonical)
  await patch(id, { name: 'renamed' }).expect(200)
  expect((await verdict(key)).allow).toEqual(canonical)
  const another = { addresses: ['10.0.0.0/8'] }
  expect((await patch(id, { allow: another })).body.data.allow).toEqual(another)
  expect((await verdict(key)).allow).toEqual(another)
  expect((await patch(id, { allow: null })).body.data).not.toHaveProperty('allow')
  expect(await verdict(key)).not.toHaveProperty('allow')
  await revoke(id).expect(200)
})

test.each<[unknown, string]>([
  [{}, 'Send at least one field'],
  [[], 'allow must be an object'],
  [null, 'allow must be an object'],
  [{ networks: [] }, 'allow has an unknown member'],
  [{ addresses: [] }, 'allow.addresses must not be empty'],
  [{ addresses: ['203.0.113.7/24'] }, 'allow.addresses[0] must be an address or network, such as'],
  [{ addresses: ['hunter2'] }, 'allow.addresses[0] must be an address or network, such as'],
  [{ addresses: ['::/0', '0::/0'] }, 'allow.addresses[1] must not repeat an item'],
  [{ origins: ['*'] }, 'allow.origins[0] must be an origin as browsers send it, such as'],
  [{ origins: ['null'] }, 'allow.origins[0] must be an origin as browsers send it, such as'],
  [{ origins: ['https://a.example/'] }, 'allow.origins[0] must be an origin'],
  [{ origins: ['https://a.example:443'] }, 'allow.origins[0] must be an origin'],
])('an allow list is refused with its field and a remedy: %j', async (allow, says) => {
  const { status, text, body } = await create({ name: 'x', allow })
  expect([status, Object.keys(body.error.details)]).toEqual([400, ['allow']])
  expect(body.error.details.allow._errors[0]).toContain(says)
  expect(text).not.toContain('hunter2')
})

test('a key that is written back as it was read stays as it is', async () => {
  const { id, key: _, ...made } = (await create({ name: 'round trip' })).body.data
  const { name, scopes, expiresAt } = (await read(id)).body.data
  const changed = await patch(id, { name, scopes, expiresAt })
  expect([changed.status, changed.body.data]).toMatchObject([200, made])
  expect((await read(id)).body.data).toMatchObject(made)
  await revoke(id).expect(200) // it does not count for the tests below
})

const noTimes = [
  ...[
    '2031-02-30T00:00:00Z',
    '2031-02-29T00:00:00Z',
    '2031-01-31T24:00:00Z',
    ' 2031-01-31T00:00:00Z',
  ],
  ...['2031-01-31T00:00:00', '2031-01-31', '2031', '31 Jan 2031 00:00 GMT', '1927584000000'],
]

test('a key ends at a time with its zone, on a day that exists', async () => {
  const { id } = (await create({ name: 'dated', expiresIn: 3650 })).body.data
  for (const expiresAt of noTimes) {
    const { status, body } = await patch(id, { expiresAt })
    const text = 'expiresAt must be a time with its zone, such as 2030-01-31T00:00:00.000Z'
    expect([expiresAt, status, body.error?.details.expiresAt?._errors]).toEqual([
      expiresAt,
      400,
      [text],
    ])
  }
  const end = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 86_400_000)
  const there = new Date(end.getTime() + 5.5 * 3_600_000)
    .toISOString()
    .replace(/:00\.000Z$/, '+05:30')
  expect((await patch(id, { expiresAt: there }).expect(200)).body.data.expiresAt).toBe(
    end.toISOString(),
  )
  await revoke(id).expect(200) // it does not count for the tests below
})

test('a revoked key is refused at once, for good', async () => {
  const { id, key } = (await create({ name: 'short-lived' })).body.data
  await revoke(id).expect(200)
  await revoke(id).expect(200)
  expect((await verdict(key)).state).toBe('revoked')
  expect((await read(id)).body.data.state).toBe('revoked')
  await patch(id, { name: 'again' }).expect(400)
  await rotate(id).expect(400)
})

test('rotation: the successor lives as long, the old key ends after its grace', async () => {
  const old = (await create({ name: 'old', expiresIn: 10 })).body.data
  const answer = await rotate(old.id, { graceSeconds: 3600 })
  expect(answer.status).toBe(201)
  const { id, key, rotatedFrom, name, expiresAt } = answer.body.data
  expect({ rotatedFrom, name, expiresAt }).toEqual({
    rotatedFrom: old.id,
    name: 'old',
    expiresAt: old.expiresAt,
  })
  expect((await verdict(key)).state).toBe('active')
  const graced = await verdict(old.key)
  expect(graced.state).toBe('active')
  expect(Date.parse(graced.expiresAt)).toBeLessThanOrEqual(Date.now() + 3_600_000)
  await rotate(old.id).expect(400)
  await rotate(id).expect(201) // without a body: no grace
  expect((await verdict(key)).state).toBe('revoked')
})

test('a key narrowed while it is rotated has no wider successor', async () => {
  for (let round = 0; round < 20; round++) {
    const scopes = ['organizations:read', 'api-keys:manage']
    const { id } = (await create({ name: `round ${round}`, scopes })).body.data
    const [rotated, narrowed] = await Promise.all([
      rotate(id),
      patch(id, { scopes: ['organizations:read'] }),
    ])
    // without grace a key that was rotated can no longer be narrowed, so where both succeeded it
    // was narrowed first
    if (rotated.status !== 201) continue
    const successor = rotated.body.data
    if (narrowed.status === 200) expect(successor.scopes).toEqual(['organizations:read'])
    await revoke(successor.id).expect(200)
  }
})

test('a typo is not even asked about, a wrong secret is unknown', async () => {
  const { key, prefix } = (await create({ name: 'typo' })).body.data
  expect(
    parseApiKey(key.replace(/.$/, (letter: string) => (letter === 'x' ? 'y' : 'x'))),
  ).toBeUndefined()
  const ask = (body: object) =>
    auth.internal
      .post('/internal/api-keys/verify')
      .auth(auth.secret.service, { type: 'bearer' })
      .send(body)
  expect((await ask({ prefix, hash: '0'.repeat(64) })).body.data).toEqual({
    state: 'unknown',
    asOf: expect.any(Number),
  })
  expect((await ask({ prefix: 'npd_AAAAAAAA', hash: '0'.repeat(64) })).body.data.state).toBe(
    'unknown',
  )
  await ask({ prefix, hash: 'x' }).expect(400)
})

test('a user holds no more keys than allowed, not even when many are made at once; a revoked one does not count', async () => {
  const active = async () =>
    (
      await auth.request.get(`${path}?pageSize=100`).auth(token, { type: 'bearer' })
    ).body.data.keys.filter(({ state }: { state: string }) => state === 'active')
  const crowd = await Promise.all(Array.from({ length: 40 }, () => create({ name: 'many' })))
  expect(new Set(crowd.map(({ status }) => status))).toEqual(new Set([201, 400]))
  expect((await active()).length).toBeLessThanOrEqual(30)
  let last = await create({ name: 'many' })
  for (let i = 0; i < 30 && last.status === 201; i++) last = await create({ name: 'many' })
  expect(last.body.error.details.name._errors[0]).toContain('30 keys')
  const keys = await active()
  expect(keys).toHaveLength(30)
  await revoke(keys[0].id).expect(200)
  await create({ name: 'room again' }).expect(201)
})
