import { type RunningAuthService, startAuthService } from '../../support/auth-service.js'

const day = 86_400_000
const path = '/api/v1/api-keys'

let clock = Date.now()
/** How much of it passes with each look at it. */
let tick = 0
const now = () => (clock += tick)
let auth: RunningAuthService
let token: string
let adminToken: string
beforeAll(async () => {
  auth = await startAuthService({
    now,
    config: (text) =>
      text
        .replace('maxPerUser: 100\n', 'maxPerUser: 30\n')
        .replace('roles:\n', 'roles:\n  reader: [organizations:read]\n'),
  })
  token = (await auth.login()).accessToken
  adminToken = (await auth.login('admin@example.org')).accessToken
})
afterAll(() => auth?.stop())

const create = (body: unknown, as = token) => auth.as(as, 'post', path, body)
const made = async (body: object) => (await create(body).expect(201)).body.data
const read = (id: string, as = token) => auth.as(as, 'get', `${path}/${id}`)
const patch = (id: string, body: object) => auth.as(token, 'patch', `${path}/${id}`, body)
const revoke = (id: string, as = token) => auth.as(as, 'delete', `${path}/${id}`)
const rotate = (id: string, body?: object) => auth.as(token, 'post', `${path}/${id}/rotate`, body)

test('a new key has the defaults, is shown once, and is judged active', async () => {
  const { body: answer } = await create({ name: 'defaults' }).expect(201)
  expect(answer.message).toBe('Store this key now. It will not be shown again.')
  const { key, id, ...rest } = answer.data
  expect(rest).toEqual({
    name: 'defaults',
    scopes: ['organizations:read'],
    prefix: key.slice(0, 12),
    createdAt: new Date(clock).toISOString(),
    expiresAt: new Date(clock + 365 * day).toISOString(),
  })
  const { body } = await read(id)
  expect(body.data).toMatchObject({ id, state: 'active', lastUsedAt: null })
  expect(JSON.stringify(body)).not.toContain(key)
  const verified = { id, ownerId: '2', scopes: ['organizations:read'], state: 'active' }
  expect(await auth.verifyKey(key, '192.0.2.7')).toMatchObject(verified)
  expect((await read(id)).body.data).toMatchObject({
    lastUsedAt: expect.any(String),
    lastUsedIp: '192.0.2.7',
  })
})

test.each<[unknown, string[]]>([
  [{ name: 'a\nb' }, ['name']],
  [{ name: 'x'.repeat(101) }, ['name']],
  [{ name: 'x', scopes: ['api-keys:manage'] }, ['scopes']], // no key can use it
  [{ name: 'x', scopes: ['organizations:read', 'organizations:read'] }, ['scopes']],
  [{ name: 'x', expiresIn: 3651 }, ['expiresIn']],
  [{ scopes: 1, expiresIn: 'x', extra: 1 }, ['expiresIn', 'extra', 'name', 'scopes']],
])('creation refuses %j', async (body, fields) => {
  const { error } = (await create(body)).body
  expect([error.code, Object.keys(error.details).sort()]).toEqual(['VALIDATION_ERROR', fields])
})

test('a key that could be used for nothing is refused with the reason', async () => {
  const scopes = ['api-keys:manage', 'users:manage']
  const { body } = await create({ name: 'x', scopes }, adminToken)
  expect(body.error.details.scopes._errors).toEqual([
    'api-keys:manage and users:manage are useless for an API key, because these calls ' +
      'require access tokens; add a scope such as organizations:read',
  ])
  const { id } = await made({ name: 'x', scopes: ['api-keys:manage', 'organizations:read'] })
  await patch(id, { scopes: ['api-keys:manage'] }).expect(400)
  await revoke(id).expect(200)
})

test('a body is judged only where the role has api-keys:manage', async () => {
  const setRole = (role: string) =>
    auth.operate('post', '/internal/users/demo@example.org/role', { role }).expect(200)
  await setRole('reader')
  const { accessToken } = await auth.login()
  await create({ wrong: true }, accessToken).expect(403)
  await setRole('user')
  token = (await auth.login()).accessToken
})

test("another's key does not exist, whatever is done with it", async () => {
  const { id } = await made({ name: 'mine' })
  for (const call of [read(id, adminToken), revoke(id, adminToken)])
    expect((await call.expect(404)).body.error.code).toBe('NOT_FOUND')
  await read(id).expect(200)
})

test('the list is the newest first, in pages', async () => {
  const list = (query = '') => auth.as(token, 'get', path + query)
  for (const name of ['page a', 'page b', 'page c']) await made({ name })
  const { total, keys } = (await list()).body.data
  expect(total).toBe(keys.length)
  const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name)
  for (const query of ['?page=2&pageSize=2', '?limit=2&offset=2']) {
    const page = (await list(query)).body.data
    expect([page.total, namesOf(page.keys)]).toEqual([total, namesOf(keys).slice(2, 4)])
  }
  const wrong =
    '?page=0 ?limit=0 ?pageSize=5000 ?page=x ?page=01 ?page=1e0 ?page=%201 ?page=0x1 ' +
    '?page=1&offset=1 ?sort=name ?page=1&page=2'
  for (const query of wrong.split(' '))
    expect([query, (await list(query)).status]).toEqual([query, 400])
})

test('a key may be renamed, narrowed and widened to what its owner may grant, never beyond', async () => {
  const both = ['organizations:read', 'api-keys:manage']
  const { id, key, expiresAt } = await made({ name: 'wide', scopes: both })
  const earlier = new Date(Date.parse(expiresAt) - day).toISOString()
  const narrow = { name: 'narrow', scopes: ['organizations:read'], expiresAt: earlier }
  expect((await patch(id, narrow)).body.data).toMatchObject(narrow)
  const { name: _, ...judged } = narrow
  expect(await auth.verifyKey(key)).toMatchObject(judged)
  for (const body of [
    { scopes: ['api-keys:manage'] },
    { expiresAt },
    { expiresAt: '2020-01-01T00:00:00.000Z' },
    {},
  ]) {
    await patch(id, body).expect(400)
  }
  const beyond = await patch(id, { scopes: ['organizations:read', 'users:manage'] }).expect(403)
  expect(beyond.body.error.code).toBe('FORBIDDEN')
  const unknown = await patch(id, { scopes: ['organizations:read', 'organizations:write'] })
  expect(Object.keys(unknown.body.error.details)).toEqual(['scopes'])
  expect((await patch(id, { scopes: both })).body.data.scopes).toEqual(both)
  expect((await auth.verifyKey(key)).scopes).toEqual(both)
})

test('an allow list is set, shown, judged, kept by a rotation, replaced and removed', async () => {
  const allow = { addresses: ['203.0.113.7', '2001:DB8::/32'], origins: ['https://app.example'] }
  const canonical = { ...allow, addresses: ['203.0.113.7/32', '2001:db8::/32'] }
  const first = await made({ name: 'narrow', allow })
  expect(first.allow).toEqual(canonical)
  expect((await read(first.id)).body.data.allow).toEqual(canonical)
  expect((await auth.verifyKey(first.key)).allow).toEqual(canonical)
  const { id, key } = (await rotate(first.id)).body.data
  expect((await auth.verifyKey(key)).allow).toEqual(canonical)
  await patch(id, { name: 'renamed' }).expect(200)
  expect((await auth.verifyKey(key)).allow).toEqual(canonical)
  const another = { addresses: ['10.0.0.0/8'] }
  expect((await patch(id, { allow: another })).body.data.allow).toEqual(another)
  expect((await auth.verifyKey(key)).allow).toEqual(another)
  expect((await patch(id, { allow: null })).body.data).not.toHaveProperty('allow')
  expect(await auth.verifyKey(key)).not.toHaveProperty('allow')
  await revoke(id).expect(200)
})

const noNetwork = 'allow.addresses[0] must be an address or network, such as'
const noOrigin = 'allow.origins[0] must be an origin as browsers send it, such as'
test.each<[unknown, string]>([
  [{}, 'Send at least one field'],
  [{ networks: [] }, 'allow has an unknown member'],
  [{ addresses: [] }, 'allow.addresses must not be empty'],
  [{ addresses: ['hunter2'] }, noNetwork],
  [{ origins: ['*'] }, noOrigin],
])('an allow list is refused with its field and a remedy: %j', async (allow, says) => {
  const { text, body } = await create({ name: 'x', allow }).expect(400)
  expect(Object.keys(body.error.details)).toEqual(['allow'])
  expect(body.error.details.allow._errors[0]).toContain(says)
  expect(text).not.toContain('hunter2')
})

test('a key ends at a time with its zone, on a day that exists', async () => {
  const { id, key } = await made({ name: 'dated', expiresIn: 3650 })
  const text = 'expiresAt must be a time with its zone, such as 2030-01-31T00:00:00.000Z'
  for (const expiresAt of ['2031-02-30T00:00:00Z', '2031-01-31T00:00:00', '2031-01-31']) {
    const { status, body } = await patch(id, { expiresAt })
    const told = body.error?.details.expiresAt?._errors
    expect([expiresAt, status, told]).toEqual([expiresAt, 400, [text]])
  }
  const end = Math.ceil(clock / 60_000) * 60_000 + 600_000
  const there = new Date(end + 5.5 * 3_600_000).toISOString().replace(/:00\.000Z$/, '+05:30')
  const changed = await patch(id, { expiresAt: there }).expect(200)
  expect(changed.body.data.expiresAt).toBe(new Date(end).toISOString())
  clock = end - 1
  expect((await auth.verifyKey(key)).state).toBe('active')
  clock = end
  expect((await auth.verifyKey(key)).state).toBe('expired')
})

test('a revoked key is refused at once, for good', async () => {
  const { id, key } = await made({ name: 'short-lived' })
  await revoke(id).expect(200)
  await revoke(id).expect(200)
  expect((await auth.verifyKey(key)).state).toBe('revoked')
  const ended = { state: 'revoked', expiresAt: new Date(clock).toISOString(), expiresInSeconds: 0 }
  expect((await read(id)).body.data).toMatchObject(ended)
  await patch(id, { name: 'again' }).expect(400)
  await rotate(id).expect(400)
})

test('rotation: the successor lives as long, the old key ends after its grace', async () => {
  const old = await made({ name: 'old', expiresIn: 10 })
  const answer = await rotate(old.id, { graceSeconds: 60 }).expect(201)
  const { id, key, rotatedFrom, name, expiresAt } = answer.body.data
  const facts = { rotatedFrom: old.id, name: 'old', expiresAt: old.expiresAt }
  expect({ rotatedFrom, name, expiresAt }).toEqual(facts)
  const end = new Date(clock + 60_000).toISOString()
  const replaced = { rotatedTo: id, state: 'active', expiresAt: end, expiresInSeconds: 60 }
  expect((await read(old.id)).body.data).toMatchObject(replaced)
  expect((await read(id)).body.data).not.toHaveProperty('rotatedTo')
  const later = new Date(clock + 61_000).toISOString()
  await patch(old.id, { expiresAt: later }).expect(400)
  expect((await auth.verifyKey(key)).state).toBe('active')
  clock += 59_999
  expect((await auth.verifyKey(old.key)).state).toBe('active')
  clock += 1
  expect((await auth.verifyKey(old.key)).state).toBe('revoked')
  await rotate(old.id).expect(400)
  await rotate(id).expect(201) // without a body: no grace
  expect((await auth.verifyKey(key)).state).toBe('revoked')
})

test('a key narrowed while it is rotated has no wider successor', async () => {
  for (let round = 0; round < 20; round++) {
    const { id } = await made({ name: 'x', scopes: ['organizations:read', 'api-keys:manage'] })
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

test('a wrong secret is unknown, with a known prefix too', async () => {
  const { prefix } = await made({ name: 'guessed' })
  for (const known of [prefix, 'npd_AAAAAAAA']) {
    const body = { prefix: known, hash: '0'.repeat(64) }
    const { data } = (await auth.operate('post', '/internal/api-keys/verify', body)).body
    expect(data).toEqual({ state: 'unknown', asOf: expect.any(Number) })
  }
})

test('a user holds no more keys than allowed, not even when many are made at once; a revoked one does not count', async () => {
  tick = 1 // the order of keys of the same millisecond is random
  const active = async () => {
    const { keys } = (await auth.as(token, 'get', `${path}?pageSize=100`)).body.data
    return keys.filter(({ state }: { state: string }) => state === 'active')
  }
  const crowd = await Promise.all(Array.from({ length: 40 }, () => create({ name: 'many' })))
  expect(new Set(crowd.map(({ status }) => status))).toEqual(new Set([201, 400]))
  expect((await active()).length).toBeLessThanOrEqual(30)
  let last = await create({ name: 'many' })
  for (let i = 0; i < 30 && last.status === 201; i++) last = await create({ name: 'many' })
  expect(last.body.error.details.name._errors[0]).toContain('30 keys')
  const keys = await active()
  expect(keys).toHaveLength(30)
  await revoke(keys[0].id).expect(200)
  await made({ name: 'room again' })
})
