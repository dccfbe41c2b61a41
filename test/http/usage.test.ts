import { join } from 'node:path'
import { toDay, toHour, type Used } from '../../kit/usage/counts.js'
import { UsageFiles } from '../../kit/usage/files.js'
import { runCommand } from '../support/command.js'
import { type RunningStack, startStack } from '../support/stack.js'

/** What was used, by the call and by the command; how it is counted: people.test.ts. */

const [now, password] = [Date.now(), 'a long walk along the river']
const [today, yesterday] = [toDay(now), toDay(now, -1)]
const ofYesterday = `from=${yesterday}&to=${yesterday}`

interface Caller {
  id: string
  email: string
  bearer: Record<string, string>
}
let stack: RunningStack
let owner: Caller
let other: Caller
let first: { id: string; key: string; prefix: string }
let second: typeof first
beforeAll(async () => {
  stack = await startStack()
  const { dataDir } = stack
  owner = await signedIn('counted@example.org')
  other = await signedIn('other@example.org')
  ;[first, second] = [await mint(), await mint()]
  const ofKey = ({ id, prefix }: typeof first) => ({ owner: owner.id, key: id, prefix })
  const token = { owner: owner.id, key: null, prefix: null }
  const errors = { RATE_LIMITED: 3, VALIDATION_ERROR: 6 }
  const files = new UsageFiles(join(dataDir, 'usage'))
  for (const [hour, requests] of [
    [`${yesterday}T09:00:00.000Z`, 30],
    [`${yesterday}T20:00:00.000Z`, 30],
    [toHour(now), 1e6],
  ] as const) {
    await files.write({
      series: 'usage',
      hour,
      id: 'test',
      rows: [
        { hour, ...ofKey(first), requests, cost: 60.25, bytes: 9000, errors },
        { hour, ...token, requests: 7, cost: 10, bytes: 700, errors: {} },
        { hour, ...ofKey(second), requests: 2, cost: 4.5, bytes: 400, errors: {} },
      ],
    })
  }
})
afterAll(() => stack?.stop())

const command = (args: string[], input = '') => {
  const env = { DATA_DIR: stack.dataDir, AUTH_INTERNAL_URL: stack.auth.internalUrl }
  return runCommand(args, env, { input })
}

async function signedIn(email: string): Promise<Caller> {
  const { out } = await command(['users', 'add', email, 'Someone', '--json'], `${password}\n`)
  const { body } = await stack.request.post('/api/v1/auth/login').send({ email, password })
  const bearer = { Authorization: `Bearer ${body.data.accessToken}` }
  return { id: String(JSON.parse(out).id), email, bearer }
}

async function mint(): Promise<typeof first> {
  const made = stack.request.post('/api/v1/api-keys').set(owner.bearer).send({ name: 'counted' })
  return (await made.expect(201)).body.data
}

interface Answer {
  by: string
  from: string
  to: string
  rows: ({ key?: string | null; day?: string } & Used)[]
  totals: Used
}

async function ask(query: string, credential: Record<string, string>): Promise<Answer> {
  const { body, status, headers } = await stack.request.get(`/api/v1/usage${query}`).set(credential)
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  return body.data as Answer
}

test('a token shows all keys of its owner, by key, day and hour', async () => {
  const byKey = await ask(`?by=key&${ofYesterday}`, owner.bearer)
  expect(byKey.rows).toMatchObject([
    { key: first.id, requests: 60, cost: 120.5, bytes: 18_000 },
    { key: null, requests: 14, cost: 20, bytes: 1400, errors: {} },
    { key: second.id, requests: 4, cost: 9, bytes: 800, errors: {} },
  ])
  const totals = { requests: 78, cost: 149.5, bytes: 20_200 }
  expect(byKey.totals).toEqual({ ...totals, errors: { RATE_LIMITED: 6, VALIDATION_ERROR: 12 } })
  for (const [query, count] of [
    ['', 1],
    ['by=hour&', 2],
  ] as const) {
    const { rows, totals } = await ask(`?${query}${ofYesterday}`, owner.bearer)
    expect([totals, rows.length]).toEqual([byKey.totals, count])
    expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(totals.requests)
  }
  const all = await ask('', owner.bearer)
  expect(all).toMatchObject({ from: `${toDay(Date.parse(all.to), -35)}T00:00:00.000Z`, by: 'day' })
  expect(all.rows.map(({ day }) => day)).toEqual([yesterday, today])
  const ofLastYear = await ask('?from=2020-01-01&to=2020-01-31', owner.bearer)
  expect(ofLastYear).toMatchObject({ rows: [], totals: { requests: 0, errors: {} } })
})

test('a key shows its own usage alone, another user nothing of it', async () => {
  const { rows } = await ask(`?by=key&${ofYesterday}`, { 'X-API-Key': second.key })
  expect(rows).toMatchObject([{ key: second.id, requests: 4 }])
  expect((await ask(`?by=key&${ofYesterday}`, other.bearer)).rows).toEqual([])
  await stack.request.get('/api/v1/usage').expect(401)
})

test.each([
  ['to=2026-02-30', 'to', /must be a day/],
  ['from=2026-02-02&to=2026-02-01', 'from', /before to/],
  ['from=2026-01-01&to=2026-02-05', 'from', /35 days before the end of to: 2026-01-02T00/],
  ['form=2026-01-01', 'form', /did you mean from/],
  ['%C3%A9=1', 'query', /known are from, to, by/],
])('?%s is refused, with field and remedy', async (query, field, remedy) => {
  const { body } = await stack.request.get(`/api/v1/usage?${query}`).set(owner.bearer).expect(400)
  expect(body.error.code).toBe('VALIDATION_ERROR')
  expect(body.error.details[field]._errors[0]).toMatch(remedy)
})

test('the command shows all owners, one user, and CSV', async () => {
  const days = ['--from', yesterday, '--to', yesterday]
  const { out, code } = await command(['usage', '--csv', ...days])
  const [head, ...lines] = out.split('\r\n')
  expect({ code, head }).toEqual({
    code: 0,
    head: 'owner,key,prefix,requests,cost,bytes,errors,codes',
  })
  const codes = 'VALIDATION_ERROR=12 RATE_LIMITED=6'
  expect(lines).toContain(`${owner.id},${first.id},${first.prefix},60,120.5,18000,18,${codes}`)
  const one = await command(['usage', owner.email, '--by', 'day', '--json', ...days])
  expect(JSON.parse(one.out)).toHaveLength(3)
  expect((await command(['usage', other.email, ...days])).out).toBe('none\n')
  const wrong = await command(['usage', '--from', '2020-01-40'])
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('must be a day')])
  const unknown = await command(['usage', 'nobody@example.org'])
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('no such user')])
})

test('the admin listener shows the callers with the most requests of the last hours', async () => {
  const answer = await fetch(`${stack.gateway.adminUrl}/usage`)
  const { callers } = (await answer.json()) as { callers: object[] }
  expect(callers[0]).toMatchObject({ owner: owner.id, key: first.id, requests: 1e6 })
})
