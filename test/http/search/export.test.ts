import { gunzipSync } from 'node:zlib'
import {
  beginExport,
  type ExportAnswer,
  type ExportSent,
  keptOf,
  restOf,
  rowsIn,
} from '../../support/exports.js'
import { missingContext, type RowEngine, startRowEngine } from '../../support/row-engine.js'
import { type RunningStack, startStack } from '../../support/stack.js'
import { until } from '../../support/until.js'

/** Exports, on an engine of as many rows as the test wants. */

let engine: RowEngine
let stack: RunningStack
let token: string
let key: string

const rows = 43
const pageHits = 10
const hitsOfKey = 300

const costOfKey = 560

const hitsStep =
  `- throttle: [{ action: { by: key, unit: hits, limit: ${hitsOfKey}, windowSeconds: 600, ` +
  'name: hits } }]\n'
const costStep =
  `      - throttle: [{ action: { by: key, unit: cost, limit: ${costOfKey}, ` +
  'windowSeconds: 600 } }]\n'

const withExports = (text: string) =>
  text
    .replace('# pageHits: 2000', `pageHits: ${pageHits}`)
    .replace('      - export:\n', `${costStep}$&`)
    .replace('# unknownFields: hint', 'fields: { deny: [hidden] }')
    .replace('# filter: { match_all: {} }', 'filter: { term: { country: US } }')
    .replace(/^( +)engine: \*engine\n/m, '$&$1filter: { match_all: {} }\n') // of the templates
    .replace(/# - throttle:\n +# {5}- action: \{ by: owner, unit: hits.*\n/, hitsStep)
    .replace(/# - throttle:\n( +# {5}- action: \{ by: owner, unit: cost.*\n){2}/, hitsStep)

beforeAll(async () => {
  engine = await startRowEngine(rows)
  stack = await startStack({ engine: engine.url, config: { 'gateway.config.yml': withExports } })
  token = (await stack.login()).accessToken
})
afterAll(async () => {
  await stack?.stop()
  await engine?.close()
})
/** A key whose budgets are whole; a login for each would take its time. */
async function newKey(): Promise<string> {
  const call = stack.request.post('/api/v1/api-keys').set('Authorization', `Bearer ${token}`)
  return (await call.send({ name: 'export' }).expect(201)).body.data.key
}
beforeEach(async () => {
  key = await newKey()
  engine.asked.length = 0
})
afterEach(async () => {
  Object.assign(engine, { rows, pad: 0, before: async () => undefined })
  await until(() => engine.open.size === 0)
})

const everything = { index: 'organization-serp' }
const named = JSON.stringify({ query: { match_all: {} }, _source: ['id', 'name'] })

const begin = (sent: ExportSent) =>
  beginExport(stack.url, key, { query: sent.body === undefined ? everything : '', ...sent })

const read = async (sent: ExportSent, most?: number): Promise<ExportAnswer> =>
  restOf(await begin(sent), most)

const errorIn = (bytes: Buffer) => JSON.parse(bytes.toString()).error

test('is all hits in order, one a line, of one point in time that is closed', async () => {
  const { status, headers, trailers, bytes } = await read({})
  expect(status).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'application/x-ndjson' })
  expect(Number(headers['x-query-cost'])).toBeGreaterThan(0)
  const all = rowsIn(bytes)
  expect(all.map(({ id }) => Number(id))).toEqual(Array.from({ length: rows }, (_, i) => i))
  const marked = all.flatMap(({ _cursor }, i) => (_cursor === undefined ? [] : [[i, _cursor]]))
  expect(marked.map(([i]) => i)).toEqual([9, 19, 29, 39, 42])
  expect(marked.at(-1)).toEqual([42, null])
  expect(trailers).toEqual({})
  expect(new Set(engine.asked.map(({ pit }) => pit.id)).size).toBe(1)
  await until(() => engine.open.size === 0)
})

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['lines', everything, {}],
  ['a table', { ...everything, body: named }, { Accept: 'text/csv' }],
])('%s, broken at 20 points and resumed, is the same bytes', async (_, query, headers) => {
  const whole = (await read({ query, headers })).bytes.toString()
  for (let i = 1; i <= 20; i++) {
    key = await newKey()
    const { bytes } = await read({ query, headers }, Math.floor((whole.length * i) / 21))
    const { text, cursor } = keptOf(bytes)
    const rest = await read({ query: { ...query, ...(cursor && { cursor }) }, headers })
    expect(text + rest.bytes.toString()).toBe(whole)
  }
})

test('is compressed where the client takes gzip', async () => {
  const { headers, bytes } = await read({ headers: { 'Accept-Encoding': 'br, gzip' } })
  expect(headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'Authorization, X-API-Key, Accept, Accept-Encoding',
  })
  expect(rowsIn(gunzipSync(bytes))).toHaveLength(rows)
})

test('a HEAD asks the engine for nothing, and has no trailer', async () => {
  expect(await stack.request.head(path).query(everything).set('X-API-Key', key)).toMatchObject({
    status: 200,
    headers: expect.not.objectContaining({ trailer: expect.anything() }),
  })
  expect(engine.asked).toEqual([])
})

const path = '/api/v1/organizations/export'

test('the rules of the searches hold: filter, fields, and what each export is asked for', async () => {
  await read({
    body: { index: 'map-serp', body: { query: { match: { name: 'x' } }, sort: ['name'] } },
  })
  const [first, second] = engine.asked
  expect(first).toMatchObject({
    pit: { keep_alive: '60s' },
    size: pageHits + 1,
    track_total_hits: false,
    query: {
      bool: { must: { match: { name: 'x' } }, filter: { term: { country: 'US' } } },
    },
    sort: [{ name: {} }, { id: { order: 'asc', unmapped_type: 'keyword' } }],
    _source: { excludes: ['hidden'] },
  })
  expect(second).toEqual({ ...first, search_after: expect.any(Array) })
})

const all = { match_all: {} }
const toBody = 'filters are the query of body, such as {"query":'
const refusals: [string, ExportSent, number, string][] = [
  ['a sort by relevance', ofBody({ sort: ['_score'] }), 400, 'sorted by fields'],
  ['a parameter of a POST', { ...ofBody(all), query: 'size=3' }, 400, 'the URL has no parameters'],
  [
    'filters in the body of a POST and in its URL',
    { ...ofBody(all), query: 'region=KY' },
    400,
    toBody,
  ],
  ['filters in the URL of a GET', { query: 'region=KY' }, 400, `index, body, cursor; ${toBody}`],
  ['a form in the URL', { query: 'format=csv' }, 400, 'Accept: text/csv or application/x-ndjson'],
  ['a table of unknown fields', { headers: { Accept: 'text/csv' } }, 400, 'name the columns'],
]

function ofBody(more: object): ExportSent {
  return { body: { index: 'map-serp', body: { query: all, ...more } } }
}

test.each(refusals)('%s is refused', async (_, sent, status, message) => {
  const answer = await read(sent)
  expect([answer.status, errorIn(answer.bytes).message]).toEqual([
    status,
    expect.stringContaining(message),
  ])
  expect(engine.asked).toEqual([])
})

test.each([
  ['/api/v1/organizations?q=a', `; ${path} has all hits as text/csv or application/x-ndjson`],
  ['/api/v1/limits', 'The answer is application/json, which the Accept header rules out'],
])('CSV of %s is refused, and says where a search has it', async (target, told) => {
  const { status, body } = await stack.request.get(target).set('Accept', 'text/csv')
  expect([status, body.error.message.slice(-told.length)]).toEqual([406, told])
})

test.each<[string, RowEngine['before']]>([
  ['its point in time is over', async () => ({ status: 404, body: missingContext })],
  ['the engine fails', async () => ({ status: 500, body: {} })],
])('ends with a cursor where %s', async (_, failure) => {
  engine.before = async (page) => (page.search_after?.[0] === '0000019' ? failure(page) : undefined)
  const { trailers, bytes } = await read({})
  const received = rowsIn(bytes)
  const { _cursor: cursor } = received.at(-1)!
  expect([received.length, cursor]).toEqual([20, expect.any(String)])
  expect(trailers).toEqual({ 'x-next-cursor': cursor })
  engine.before = async () => undefined
  const rest = await read({ query: { ...everything, cursor: String(cursor) } })
  expect(rowsIn(rest.bytes).map(({ id }) => Number(id))).toEqual(
    Array.from({ length: rows - 20 }, (_, i) => 20 + i),
  )
})

test('a client that does not read is asked for no more pages, and leaves no point in time', async () => {
  Object.assign(engine, { rows: 1000, pad: 512 * 1024 })
  const res = await begin({})
  res.pause()
  let before = -1
  await until(
    () => {
      const isStill = engine.asked.length === before
      before = engine.asked.length
      return isStill && before > 0
    },
    { everyMs: 250 },
  )
  expect(before).toBeLessThan(20)
  expect(engine.open.size).toBe(1)
  res.destroy()
  await until(() => engine.open.size === 0)
})

test('an operator cancels one: it ends early with a cursor, and reads no more pages', async () => {
  let goesOn = () => {}
  engine.before = async ({ search_after: after }) => {
    if (after?.[0] === '0000019') await new Promise<void>((resolve) => (goesOn = resolve))
    return undefined
  }
  const answer = read({})
  await until(() => engine.asked.length === 3)
  const { adminUrl } = stack.gateway
  const { searches } = (await (await fetch(`${adminUrl}/status`)).json()) as {
    searches: { running: { id: string; pipeline: string }[] }
  }
  const [{ id, pipeline }] = searches.running as [{ id: string; pipeline: string }]
  expect(pipeline).toBe('export')
  const headers = { Authorization: `Bearer ${stack.secret()}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ id })
  expect((await fetch(`${adminUrl}/cancel`, { method: 'POST', headers, body })).status).toBe(200)
  const { status, bytes, trailers } = await answer
  expect(status).toBe(200)
  expect(rowsIn(bytes)).toHaveLength(20)
  expect(trailers['x-next-cursor']).toBe(rowsIn(bytes).at(-1)!._cursor)
  expect(engine.asked).toHaveLength(3)
  goesOn()
})

test('an owner has two at once', async () => {
  const begun: (() => void)[] = []
  engine.before = () => new Promise((resolve) => begun.push(() => resolve(undefined)))
  const ended: ExportAnswer[] = []
  const running = [1, 2, 3, 4].map(async () => ended.push(await read({})))
  await until(() => ended.length === 2)
  for (const { status, bytes } of ended)
    expect([status, errorIn(bytes).details]).toEqual([
      429,
      expect.objectContaining({
        ...{ limit: 2, unit: 'exports', by: 'owner', reason: 'running_exports' },
      }),
    ])
  await until(() => begun.length === 2)
  engine.before = async () => undefined
  for (const go of begun) go()
  await Promise.all(running)
  for (const { bytes } of ended.slice(2)) expect(rowsIn(bytes)).toHaveLength(rows)
  await until(async () => (await read({})).status === 200)
})

test('a budget in hits ends an export with a cursor, and refuses the next', async () => {
  engine.rows = hitsOfKey + 5
  const { bytes, trailers } = await read({})
  const received = rowsIn(bytes)
  expect(received).toHaveLength(hitsOfKey)
  expect(trailers['x-next-cursor']).toBe(received.at(-1)!._cursor)
  const refused = await read({})
  expect([refused.status, errorIn(refused.bytes).details]).toEqual([
    429,
    expect.objectContaining({ limit: hitsOfKey, unit: 'hits', by: 'key', remaining: 0 }),
  ])
})

test('each page costs the price of the search, and ends with a cursor where it does not fit', async () => {
  const should = Array.from({ length: 20 }, (_, i) => ({ match: { name: `word${i}` } }))
  const body = { index: 'map-serp', body: { query: { bool: { should } } } }
  engine.rows = hitsOfKey
  const { bytes, headers, trailers } = await read({ body })
  const pages = Math.floor(costOfKey / Math.ceil(Number(headers['x-query-cost'])))
  const received = rowsIn(bytes)
  expect(received).toHaveLength(pages * pageHits)
  expect(received.length).toBeLessThan(hitsOfKey)
  expect(trailers['x-next-cursor']).toBe(received.at(-1)!._cursor)
  const refused = await read({ body })
  expect(errorIn(refused.bytes).details).toMatchObject({ limit: costOfKey, unit: 'cost' })
})

test('searches spend the same budget, and take nothing where their hits do not fit', async () => {
  const search = (size: number) =>
    stack.request
      .post('/api/v1/organizations/search')
      .set('X-API-Key', key)
      .send({ index: 'map-serp', body: { query: all, size } })
  engine.rows = 180
  const statuses = []
  for (const size of [180, 121, 110]) statuses.push((await search(size)).status)
  expect(statuses).toEqual([200, 429, 200])
  expect(rowsIn((await read({})).bytes)).toHaveLength(hitsOfKey - 290)
})

test('exports are counted by their end', async () => {
  const metrics = await (await fetch(`${stack.gateway.adminUrl}/metrics`)).text()
  for (const end of ['complete', 'limit', 'failed', 'aborted'])
    expect(metrics).toMatch(new RegExp(`^directory_exports_total\\{end="${end}"\\} [1-9]`, 'm'))
})
