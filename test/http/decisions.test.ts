import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KeptDecisions } from '../../gateway/decisions/kept-decisions.js'
import { type RunningStack, root, startStack } from '../support/stack.js'
import { until } from '../support/until.js'

/** Decisions, from the calls of callers to what operators see of them and the file. */

const dataDir = mkdtempSync(join(tmpdir(), 'directory-data-'))
const OPERATOR_SECRET = 'the-secret-of-an-operator-in-a-test-1'
let stack: RunningStack
const start = (env: NodeJS.ProcessEnv = {}) =>
  startStack({ dataDir, env: { WORKERS: '2', OPERATOR_SECRET, ...env } })
beforeAll(async () => {
  stack = await start()
})
afterAll(async () => {
  await stack?.stop()
  rmSync(dataDir, { recursive: true })
})

const ask = (secret = OPERATOR_SECRET) =>
  fetch(`${stack.gateway.adminUrl}/decisions`, { headers: { authorization: `Bearer ${secret}` } })

const kept = async () => (await (await ask()).json()) as KeptDecisions

test('decisions are kept as shapes, through a restart, and tell nothing', async () => {
  const key = await stack.mintKey()
  const body = { query: { match: { name: 'Zephyrine Quillfeather' } }, size: 3 }
  const search = () =>
    stack.request
      .post('/api/v1/organizations/search')
      .set({ 'x-api-key': key, connection: 'close' })
      .send({ index: 'organization-entity*', body })
  for (let i = 0; i < 4; i++) await search().expect(200)
  await stack.request.get('/api/v1/organizations?q=quillfeather&size=51').expect(400)

  await search().set('x-api-key', `${key}x`).expect(401)

  // each of the two workers hands over its own
  const searches = await until(async () => {
    const found = (await kept()).shapes.filter(({ shape }) =>
      /organizations|api-keys/.test(shape.url),
    )
    return found.reduce((sum, { count }) => sum + count, 0) === 7 && found
  })
  expect(searches.map(({ shape }) => shape)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ...{ method: 'POST', url: '/api/v1/organizations/search', status: 200 },
        caller: { kind: 'key', scopes: ['organizations:read'] },
        cost: expect.any(Number),
        used: expect.objectContaining({ 'requests-per-owner': 0 }),
        body: JSON.stringify({
          index: 'organization-entity*',
          body: { query: { match: { name: 'Xxxxxxxxx Xxxxxxxxxxxx' } }, size: 3 },
        }),
      }),
      expect.objectContaining({
        url: '/api/v1/organizations?q=xxxxxxxxxxxx&size=51',
        code: 'VALIDATION_ERROR',
      }),
      expect.objectContaining({
        url: '/api/v1/organizations/search',
        caller: { kind: 'refused', scopes: [] },
      }),
      // the auth service verified that token
      expect.objectContaining({
        url: '/api/v1/api-keys',
        caller: { kind: 'unchecked', scopes: [] },
      }),
    ]),
  )

  await stack.stop()
  const file = join(dataDir, 'decisions.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).not.toMatch(/quillfeather|zephyrine|npd_|127\.0\.0\.1/i)
  stack = await start()
  expect((await kept()).shapes).toEqual(expect.arrayContaining(searches))
})

test('only an operator sees them', async () => {
  expect((await fetch(`${stack.gateway.adminUrl}/decisions`)).status).toBe(401)
  expect((await ask('another-secret-of-someone-in-a-test')).status).toBe(401)
})

test('DECISIONS=off keeps none', async () => {
  await stack.stop()
  stack = await start({ DECISIONS: 'off', WORKERS: '1' })
  await stack.request.get('/api/v1/organizations?q=food').expect(200)
  expect((await ask()).status).toBe(404)
  expect(() => statSync(join(dataDir, 'decisions.json'))).toThrow('ENOENT')
})

test('the shape of each request of the policy tests decides as the request', () => {
  const script = join(root, 'test/support/same-decisions.mjs')
  const { compared, others } = JSON.parse(
    execFileSync(process.execPath, [script], { cwd: root, encoding: 'utf8' }),
  )
  expect(others).toEqual([])
  expect(compared).toBeGreaterThan(100)
})
