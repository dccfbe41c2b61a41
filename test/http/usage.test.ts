import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageFiles } from '../../kit/usage/files.js'
import { usageReport } from '../../kit/usage/report.js'
import { dayAt, type UsageRow, type Used } from '../../kit/usage/usage.js'
import { runCommand } from '../support/command.js'
import { type RunningStack, startStack } from '../support/stack.js'
import { until } from '../support/until.js'

/** Usage, from the requests over the files to the call, the command and the admin listener. */

const search = '/api/v1/organizations/search'
const matchAll = { index: 'organization-serp', body: { query: { match_all: {} } } }
const config = {
  'gateway.config.yml': (text: string) =>
    text.replace('{ by: owner, limit: 60000, windowSeconds: 60 }', limited),
}
const limited = '{ by: owner, limit: 40, windowSeconds: 600 }'
const other = { email: 'other@example.org', password: 'a long walk along the river' }

const dataDir = mkdtempSync(join(tmpdir(), 'directory-usage-'))
const folder = join(dataDir, 'usage')
const [today, yesterday] = [dayAt(Date.now()), dayAt(Date.now(), -1)]
const ofYesterday = `from=${yesterday}&to=${yesterday}`

let output: string
let ids: Record<'first' | 'second', string>
let keys: Record<'first' | 'second', string>
let stack: RunningStack
beforeAll(async () => {
  stack = await startStack({ env: { WORKERS: '3' }, config, dataDir })
  const { accessToken } = await stack.login()
  const first = await mint(accessToken)
  const second = await mint(accessToken)
  ids = { first: first.id, second: second.id }
  keys = { first: first.key, second: second.key }
  await callEverything(stack, accessToken)
  await stack.stop()
  output = stack.output()
  countAgainYesterday()
  stack = await startStack({ config, dataDir })
})
afterAll(async () => {
  await stack?.stop()
  rmSync(dataDir, { recursive: true })
})

async function mint(token: string): Promise<{ id: string; key: string }> {
  const answer = await stack.request
    .post('/api/v1/api-keys')
    .set('Authorization', `Bearer ${token}`)
    .send({ name: 'counted' })
  return answer.body.data
}

/** The next gateway adds to the files of today, so that tests ask for those of yesterday. */
function countAgainYesterday(): void {
  const copy = join(folder, yesterday)
  for (const day of readdirSync(folder)) cpSync(join(folder, day), copy, { recursive: true })
  for (const name of readdirSync(copy)) {
    const text = readFileSync(join(copy, name), 'utf8')
    writeFileSync(join(copy, name), text.replace(/"hour":"[\d-]+T/g, `"hour":"${yesterday}T`))
  }
}

/** Each on a connection of its own, so that all workers get some. */
async function callEverything({ url }: RunningStack, token: string): Promise<void> {
  const post = (headers: Record<string, string>, body: object) =>
    fetch(url + search, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Connection: 'close', ...headers },
      body: JSON.stringify(body),
    }).then((answer) => answer.text())
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(url + path, { headers: { Connection: 'close', ...headers } }).then((a) => a.text())
  const key = { 'X-API-Key': keys.first }
  const bearer = { Authorization: `Bearer ${token}` }
  await Promise.all([
    ...Array.from({ length: 12 }, () => post(key, matchAll)),
    ...Array.from({ length: 4 }, () => post({ 'X-API-Key': keys.second }, matchAll)),
    ...Array.from({ length: 5 }, () => post(bearer, matchAll)),
    ...Array.from({ length: 3 }, () => post(key, { index: 'organization-serp' })),
    ...Array.from({ length: 3 }, () => post(key, { ...matchAll, index: 'secret' })),
    ...Array.from({ length: 2 }, () => post({}, matchAll)),
    post({ 'X-API-Key': 'npd_none' }, matchAll),
    get('/api/v1/organizations?search=food&api_key=1', key),
    get('/api/v1/organizations?q=food', bearer),
    get('/api/v1/usage?by=never', key),
    get('/'),
  ])
  const left = new AbortController()
  const gone = fetch(url + search, {
    ...{ method: 'POST', headers: { ...key, 'Content-Type': 'application/json' } },
    ...{ body: JSON.stringify(matchAll), signal: left.signal },
  }).catch(() => undefined)
  left.abort()
  await gone
  for (let i = 0; i < 25; i++) await post(key, matchAll) // beyond the limit
  await replaceWorkers()
  await get('/api/v1/limits', key)
}

/** The workers that have counted so far end. */
async function replaceWorkers(): Promise<void> {
  const secret = readFileSync(join(dataDir, 'secrets/OPERATOR_SECRET'), 'utf8').trim()
  const headers = { Authorization: `Bearer ${secret}` }
  const { status } = await fetch(`${stack.gateway.adminUrl}/reload`, { method: 'POST', headers })
  expect(status).toBe(200)
}

interface Line {
  msg: string
  caller?: string
  credential: string
  keyPrefix?: string
  code?: string
  limit?: string
  cost?: number
  bytes: number
}

/** What the lines of the access log add up to. */
function fromLog(): Map<string, Used> {
  const sums = new Map<string, Used>()
  for (const text of output.split('\n')) {
    if (!text.includes('"msg":"request"')) continue
    const { caller, credential, keyPrefix, code, limit, cost = 0, bytes } = JSON.parse(text) as Line
    if (caller === undefined) continue
    const id = `${caller} ${keyPrefix === undefined ? null : credential} ${keyPrefix ?? null}`
    const sum = sums.get(id) ?? { requests: 0, cost: 0, bytes: 0, errors: {} }
    sums.set(id, sum)
    sum.requests++
    sum.bytes += bytes
    if (limit === undefined) sum.cost = Math.round((sum.cost + cost) * 100) / 100
    if (code !== undefined) sum.errors[code] = (sum.errors[code] ?? 0) + 1
  }
  return sums
}

const idOf = ({ owner, key, prefix }: Pick<UsageRow, 'owner' | 'key' | 'prefix'>) =>
  `${owner} ${key} ${prefix}`

async function fromFiles(): Promise<Map<string, Used>> {
  const rowsOf = new UsageFiles(folder).read({ from: yesterday, to: today })
  const { rows } = await usageReport(rowsOf, (row) => ({ id: idOf(row) }))
  return new Map(rows.map(({ id, ...used }) => [id, used]))
}

test('usage equals the access log after a reload and an orderly end of several workers', async () => {
  const used = await fromFiles()
  expect(used).toEqual(fromLog())
  const workers = new Set(
    output.split('\n').flatMap((line) => /"worker":(\d).*"caller"/.exec(line)?.[1] ?? []),
  )
  expect(workers.size).toBeGreaterThan(1)
  const codes = new Set([...used.values()].flatMap(({ errors }) => Object.keys(errors)))
  expect([...codes].sort()).toEqual(['RATE_LIMITED', 'VALIDATION_ERROR'])
  expect(used.size).toBe(3) // two keys, the tokens; nothing of requests without a caller
})

test('only their owner may read the files', () => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const modes = names.map((name) => statSync(join(folder, name)).mode & 0o777)
  expect([...new Set(modes)].sort()).toEqual([0o600, 0o700])
})

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
  const bearer = { Authorization: `Bearer ${(await stack.login()).accessToken}` }
  const logged = [...fromLog().values()].sort((a, b) => b.requests - a.requests)
  const byKey = await ask(`?by=key&${ofYesterday}`, bearer)
  expect(byKey.rows.map(({ key }) => key).sort()).toEqual([...Object.values(ids), null].sort())
  expect(byKey.rows).toEqual(logged.map((used) => expect.objectContaining(used)))
  for (const query of ['', 'by=hour&']) {
    const { rows, totals } = await ask(`?${query}${ofYesterday}`, bearer)
    expect(totals).toEqual(byKey.totals)
    expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(totals.requests)
  }
  const all = await ask('', bearer)
  expect(all).toMatchObject({ from: `${dayAt(Date.parse(all.to), -35)}T00:00:00.000Z`, by: 'day' })
  expect(all.rows.map(({ day }) => day)).toEqual([yesterday, today])
  const ofLastYear = await ask('?from=2020-01-01&to=2020-01-31', bearer)
  expect(ofLastYear).toMatchObject({ rows: [], totals: { requests: 0, errors: {} } })
})

test('a key shows its own usage alone, another user nothing of it', async () => {
  const { rows } = await ask(`?by=key&${ofYesterday}`, { 'X-API-Key': keys.second })
  expect(rows).toMatchObject([{ key: ids.second, requests: 4 }])

  const env = { DATA_DIR: dataDir, AUTH_INTERNAL_URL: stack.auth.internalUrl }
  await runCommand(['users', 'add', other.email, 'Other'], env, { input: `${other.password}\n` })
  const login = await stack.request.post('/api/v1/auth/login').send(other)
  const answer = await ask(`?by=key&${ofYesterday}`, {
    Authorization: `Bearer ${login.body.data.accessToken}`,
  })
  expect(answer.rows).toEqual([])
  await stack.request.get('/api/v1/usage').expect(401)
})

test.each([
  ['from=yesterday', 'from', /must be a day/],
  ['to=2026-02-30', 'to', /must be a day/],
  ['to=2026-02-20T10:00', 'to', /a time with its zone/],
  ['from=2026-02-02&to=2026-02-01', 'from', /before to/],
  ['from=2026-01-01&to=2026-02-05', 'from', /35 days before the end of to: 2026-01-02T00/],
  ['by=week', 'by', /one of day, hour, key/],
  ['by=day&by=hour', 'by', /sent once/],
  ['form=2026-01-01', 'form', /did you mean from/],
  ['%C3%A9=1', 'query', /known are from, to, by/],
])('?%s is refused, with field and remedy', async (query, field, remedy) => {
  const { body } = await stack.request
    .get(`/api/v1/usage?${query}`)
    .set('X-API-Key', keys.second)
    .expect(400)
  expect(body.error.code).toBe('VALIDATION_ERROR')
  expect(body.error.details[field]._errors[0]).toMatch(remedy)
})

test('the command shows all owners, one user, and CSV', async () => {
  const env = { DATA_DIR: dataDir, AUTH_INTERNAL_URL: stack.auth.internalUrl }
  const days = ['--from', yesterday, '--to', yesterday]
  const { out, code } = await runCommand(['usage', '--csv', ...days], env)
  const [head, ...lines] = out.split('\r\n')
  expect({ code, head }).toEqual({
    code: 0,
    head: 'owner,key,prefix,requests,cost,bytes,errors,codes',
  })
  const second = (await fromFiles()).get(`1 ${ids.second} ${keys.second.slice(0, 12)}`)!
  const { requests, cost, bytes } = second
  expect(lines).toContain(
    `1,${ids.second},${keys.second.slice(0, 12)},${requests},${cost},${bytes},0,`,
  )
  const address = 'demo@example.org'
  const one = await runCommand(['usage', address, '--by', 'day', '--json', ...days], env)
  expect(JSON.parse(one.out)).toHaveLength(3)
  const none = await runCommand(['usage', '9', ...days], env)
  expect(none.out).toBe('none\n')
  const wrong = await runCommand(['usage', '--from', '2020-01-40'], env)
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('must be a day')])
})

test('the admin listener shows the callers with the most requests', async () => {
  const shown = await until(async () => {
    const answer = await fetch(`${stack.gateway.adminUrl}/usage`)
    const { callers } = (await answer.json()) as { callers: UsageRow[] }
    return callers.length === 3 && callers
  })
  expect(shown[0]).toMatchObject({ key: ids.first, owner: '1' })
})
