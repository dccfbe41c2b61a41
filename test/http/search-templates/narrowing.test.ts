import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCommand } from '../../../directory/loader/command.js'
import { captured } from '../../support/captured.js'
import { serveEngine } from '../../support/embedded-engine.js'
import { sumOf } from '../../support/metrics-text.js'
import { type RunningStack, startStack } from '../../support/stack.js'
import { startRecordingEngine } from '../search-rules/recording-engine.js'

/** Several values of a field, none, ranges, beginnings of codes, and some organizations by id. */

const us = { country: 'US' }
const organizations = [
  { id: 'a', ...us, region: 'RI', activity_code: 'K31', legal_status: 'trust', revenue: 50 },
  { id: 'b', ...us, region: 'RI', activity_code: 'K34', founded_year: 1990, revenue: 5000 },
  { id: 'c', ...us, region: 'VT', activity_code: 'B20', founded_year: 2005, revenue: 500_000 },
  { id: 'd', ...us, region: 'WY', activity_code: 'A01', legal_status: 'corporation' },
  { id: 'us-050258937', ...us, legal_status: 'a,b', tax_code: '050258937', activity_code: 'Z99' },
  { id: 'f', country: 'FR', region: 'Doubs, "le"', founded_year: 2005 },
].map((one) => ({ name: `FUND ${one.id}`, ...one }))

const path = '/api/v1/organizations'
let stack: RunningStack
let engine: Awaited<ReturnType<typeof serveEngine>>
let key: string

async function load(some: readonly object[]) {
  const file = join(mkdtempSync(join(tmpdir(), 'narrowing-')), 'some.ndjson')
  writeFileSync(file, some.map((one) => `${JSON.stringify(one)}\n`).join(''))
  await captured(() => loadCommand([file, '--to', engine.url]))
}

beforeAll(async () => {
  engine = await serveEngine()
  await load(organizations)
  stack = await startStack({ engine: engine.url })
  key = await stack.mintKey()
})
afterAll(async () => {
  await stack?.stop()
  await engine?.close()
})

type Counts = Record<string, { value: string | number; count: number }[]>

async function ask(query: string) {
  const answer = await stack.request.get(`${path}?${query}`).set('x-api-key', key)
  const { data, error, meta } = answer.body
  const ids = (data?.results ?? []).map(({ id }: { id: string }) => id).sort()
  return { status: answer.status, data, ids, meta, details: error?.details }
}

const quoted = encodeURIComponent('"Doubs, ""le"""')

test.each([
  ['region=RI,VT', 'a b c'],
  ['region=unknown', 'us-050258937'],
  [`region=RI,${quoted}`, 'a b f'],
  ['legal_status=%22a,b%22', 'us-050258937'],
  ['activity_group=food,+agriculture+%26+nutrition', 'a b'],
  ['activity_code=k', 'a b'],
  ['revenue_min=100&revenue_max=5000', 'b'],
  ['founded_from=1990&founded_to=2004&region=RI,VT', 'b'],
  ['ids=05-0258937&ids=d', 'd us-050258937'],
])('%s finds %s', async (query, ids) => {
  expect((await ask(query)).ids.join(' ')).toBe(ids)
})

const facets = 'facets=region,activity,legal_status,revenue,founded'
const countsIn = ({ data }: { data: { facets: Counts } }, name: string) =>
  Object.fromEntries(data.facets[name]!.map(({ value, count }) => [value, count]))

test('a facet counts without what is chosen in it, and with all else', async () => {
  const none = await ask(facets)
  const all = { RI: 2, VT: 1, WY: 1, 'Doubs, "le"': 1, unknown: 1 }
  expect(countsIn(none, 'region')).toEqual(all)
  const some = await ask(`region=RI,VT&${facets}`)
  expect([some.data.total, countsIn(some, 'region')]).toEqual([3, all])
  expect(countsIn(some, 'legal_status')).toEqual({ trust: 1, unknown: 2 })
  expect(countsIn(some, 'founded')).toEqual({ 1990: 1, 2000: 1 })
  const more = await ask(`region=RI,VT&revenue_min=100&revenue_max=9999&founded_to=2004&${facets}`)
  expect(more.ids).toEqual(['b'])
  expect(countsIn(more, 'region')).toEqual({ RI: 1 })
  expect(countsIn(more, 'activity')).toEqual({ 'Food, Agriculture & Nutrition': 1 })
  expect(countsIn(more, 'founded')).toEqual({ 1990: 1 })
  const since = await ask('founded_from=2000&facets=founded,founded_unknown')
  expect(countsIn(since, 'founded')).toEqual({ 1990: 1, 2000: 2 })
  const range = await ask(`revenue_min=100&revenue_max=9999&${facets}`)
  expect(countsIn(range, 'revenue')).toMatchObject({
    ...{ 'under 100 thousand': 2, '100 thousand to 1 million': 1 },
  })
})

test('each value of a facet finds as many as it counts', async () => {
  for (const [facet, parameter] of [
    ['region', 'region'],
    ['activity', 'activity_group'],
    ['legal_status', 'legal_status'],
  ] as const) {
    const { data } = await ask(facets)
    const values: Counts[string] = data.facets[facet]
    expect(values.reduce((sum, { count }) => sum + count, 0)).toBe(organizations.length)
    for (const { value, count } of values) {
      const text = encodeURIComponent(`"${String(value).replaceAll('"', '""')}"`)
      expect((await ask(`${parameter}=${text}`)).data.total).toBe(count)
    }
  }
})

test.each([
  ['region=Vermot', ['region: did you mean Vermont?']],
  ['region=RI,+VT', ['region: did you mean RI,VT?']],
  [
    `region=WY&legal_status=trust&${facets}`,
    ['region: 1 without it', 'legal_status: 1 without it'],
  ],
])('%s is told %j', async (query, hints) => {
  expect((await ask(query)).meta.hints).toEqual(hints)
})
test.each([
  [`region=${'a,'.repeat(3000)}`, 'region', 'region must not be more than 50 values'],
  [`region=${'x'.repeat(101)}`, 'region', 'region must not exceed 100 characters each'],
  ['revenue_min=5&revenue_max=1', 'revenue_max', 'revenue_max must not be less than revenue_min'],
])('%s is refused', async (query, name, problem) => {
  const { status, details } = await ask(query)
  expect([status, details]).toEqual([400, { [name]: { _errors: [problem] } }])
})

test('hits and facets are asked apart, facets within the same filters together', async () => {
  const recording = await startRecordingEngine()
  const other = await startStack({ engine: recording.url })
  await other.request.get(`${path}?region=RI&facets=region,cause,revenue`)
  await other.stop()
  await recording.close()
  const asked = recording.searches.map(({ body }) => JSON.parse(body))
  const inRI = { bool: { filter: [{ term: { region: 'RI' } }] } }
  const hits = asked.find(({ size, sort }) => size === 10 && sort)
  expect([hits.query, hits.aggs, hits.post_filter]).toEqual([inRI, undefined, undefined])
  const facets = asked.find(({ aggs }) => aggs?.region)
  expect(facets).toMatchObject({ size: 0, query: { bool: {} }, track_total_hits: false })
  const aggs = { cause: expect.anything(), revenue: expect.anything() }
  expect(facets.aggs).toEqual({ region: expect.anything(), 'within-1': { filter: inRI, aggs } })
})

test('facets without a text are kept until the data changes', async () => {
  const query = 'region=WY&facets=region,legal_status'
  const countHits = async () => {
    const text = await (await fetch(`${stack.gateway.adminUrl}/metrics`)).text()
    return sumOf(text, 'directory_search_cache_total', { outcome: 'hit' })
  }
  const first = await ask(query)
  const before = await countHits()
  expect((await ask(query)).data).toEqual(first.data)
  await ask(`q=fund&${query}`)
  expect(await countHits()).toBe(before + 1)
  await load([{ id: 'g', ...us, name: 'FUND g', region: 'WY' }])
  expect(countsIn(await ask(query), 'legal_status')).toEqual({ corporation: 1, unknown: 1 })
})
