import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { asYouType } from '../support/relevance/as-you-type.js'
import { type RunningStack, startStack } from '../support/stack.js'

const root = join(__dirname, '../..')
/**
 * 8,493 real organizations of Rhode Island (US public data); next to the checkout, not part of it.
 */
const file = join(root, '../shared/data/irs-eo-bmf/eo_ri.csv.gz')
const run = promisify(execFile)

let stack: RunningStack
let key: string
let summary: string
beforeAll(async () => {
  if (!existsSync(file))
    throw new Error(
      'the smoke test needs ../shared/data/irs-eo-bmf/eo_ri.csv.gz beside the checkout',
    )
  stack = await startStack({ env: { ENGINE_SAMPLE: '0' } })
  key = await stack.mintKey()
  const env = { ...process.env, ELASTICSEARCH_URL: stack.engine!.url }
  const { stdout, stderr } = await run('npm', ['run', '--silent', 'load', '--', file], {
    cwd: root,
    env,
  })
  summary = stdout + stderr
})
afterAll(() => stack?.stop())

async function search(index: string, body: object) {
  const answer = await stack.request
    .post('/api/v1/organizations/search')
    .set('X-API-Key', key)
    .send({ index, body })
  expect({ status: answer.status, text: answer.status === 200 ? '' : answer.text }).toEqual({
    status: 200,
    text: '',
  })
  return answer.body.data
}

test('the loader tells what it loaded and what it refused', () => {
  expect(summary).toMatch(/8,?493/)
  expect(summary).toMatch(/\b0 rows refused/)
})

test.each(['organization-serp', 'organization-entity', 'map-serp'])(
  '%s holds every organization',
  async (family) => {
    expect((await search(`${family}*`, { query: { match_all: {} }, size: 0 })).total).toBe(8493)
  },
)

test('a match finds real names', async () => {
  const { results, total } = await search('organization-serp*', {
    query: { match: { name: 'baptist church' } },
    size: 20,
  })
  expect(total).toBeGreaterThan(20)
  for (const { name } of results) expect(name).toMatch(/BAPTIST|CHURCH/)
})

test.each([
  ['comunity food bnk', 'RHODE ISLAND COMMUNITY FOOD BANK ASSOCIATION'],
  ['rhode ilsand commun food', 'RHODE ISLAND COMMUNITY FOOD BANK ASSOCIATION'],
  ['north kignst chamb', 'NORTH KINGSTOWN CHAMBER OF COMMERCE INC'],
])('typing "%s" suggests %s', async (typed, name) => {
  const { results } = await search('organization-serp*', { query: asYouType(typed), size: 10 })
  expect(results.map((one: { name: string }) => one.name)).toContain(name)
})

test('a tax code leads to one organization', async () => {
  const { results } = await search('organization-entity*', {
    query: { term: { tax_code: '010342663' } },
  })
  expect(results).toEqual([
    expect.objectContaining({ id: 'us-010342663', name: 'HELEN F WYLIE FOUNDATION', region: 'RI' }),
  ])
})

test('pages of a sorted search neither overlap nor leave gaps', async () => {
  const sort = [{ 'name.keyword': { order: 'asc' } }, { tax_code: { order: 'asc' } }]
  const seen: string[] = []
  for (let page = 1; page <= 5; page++) {
    const { results } = await search('organization-serp*', {
      query: { match_all: {} },
      sort,
      from: (page - 1) * 20,
      size: 20,
    })
    seen.push(...results.map(({ id }: { id: string }) => id))
  }
  const { results } = await search('organization-serp*', {
    query: { match_all: {} },
    sort,
    size: 100,
  })
  expect(seen).toEqual(results.map(({ id }: { id: string }) => id))
  expect(new Set(seen).size).toBe(100)
})

test('search_after walks on where a page ended', async () => {
  const sort = [{ tax_code: { order: 'asc' } }]
  const first = await search('organization-serp*', { query: { match_all: {} }, sort, size: 50 })
  const after = first.results.at(-1)._sort
  const next = await search('organization-serp*', {
    query: { match_all: {} },
    sort,
    size: 50,
    search_after: after,
  })
  expect(next.results[0].tax_code > first.results.at(-1).tax_code).toBe(true)
})

test('aggregations count every organization', async () => {
  const { aggregations, total } = await search('organization-entity*', {
    query: { match_all: {} },
    size: 0,
    aggs: {
      forms: { terms: { field: 'legal_status.keyword', size: 20 } },
      years: { stats: { field: 'founded_year' } },
    },
  })
  const counted = aggregations.forms.buckets.reduce(
    (sum: number, bucket: { doc_count: number }) => sum + bucket.doc_count,
    0,
  )
  expect(counted + aggregations.forms.sum_other_doc_count).toBe(total)
  expect(aggregations.years.min).toBeGreaterThan(1800)
})
