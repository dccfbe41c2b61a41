import { sampleOrganizations } from '../../../dev/samples/organizations.js'
import { beginExport, type ExportAnswer, restOf, rowsIn } from '../../support/exports.js'
import { type RunningStack, startStack } from '../../support/stack.js'
import { callOf, dataIn, message, post } from '../mcp/calls.js'

/** Search rules by plan, at every call: users have the plan `partner` by their role. */

const base = '/api/v1/organizations'
const filter =
  '{ bool: { must: { term: { region: RI } }, must_not: { term: { name: zzqhidden } } } }'
const visible = sampleOrganizations().filter(({ region }) => region === 'RI')
const others = sampleOrganizations().filter(({ region }) => region !== 'RI')

const plans = (members: string) =>
  `partner: { ${members}filter: ${filter} }, gold: { maxCost: 9000, features: [version] }`
const ofSearch =
  'maxCost: 400, limits: { size: 50 }, fields: { deny: [revenue, activity_code] }, ' +
  'indexPrefixes: [map-serp, organization-entity], '

const asPlan = '      - as-plan: [{ action: {} }]\n'
const config = {
  'system.config.yml': (text: string) =>
    text.replace(
      'plugins:\n',
      `plugins:\n  as-plan: { package: "${__dirname}/../../support/as-plan-plugin.mjs" }\n`,
    ),
  'auth-service.config.yml': (text: string) =>
    text
      .replace('plans: []', 'plans: [partner, gold]')
      .replace(
        'user: [organizations:read, api-keys:manage]',
        'user: { scopes: [organizations:read, api-keys:manage], plan: partner }',
      ),
  'gateway.config.yml': (text: string) =>
    text
      .replace('policies: [envelope,', 'policies: [as-plan, envelope,')
      .replaceAll('- authorize: *authorize\n', (step) => step + asPlan)
      .replace(/( +- authorize: &authorize\n.*\n)/, (step) => step + asPlan)
      .replace('maxCost: 1600 #', (line) => `plans: { ${plans(ofSearch)} }\n              ${line}`)
      .replace(/anonymous: \{ maxCost.*\n/, (line) => `{ ${plans('')}, ${line.trim()} }\n`)
      .replace('# freeSearch: false', 'freeSearch: true')
      .replace('# pageHits: 2000', 'pageHits: 20')
      .replace(/^( +)slots: .*\n/m, (line, indent) => `${line}${indent}cache: { seconds: 30 }\n`),
}

let stack: RunningStack
let key: string
beforeAll(async () => {
  stack = await startStack({ config })
  key = await stack.mintKey()
})
afterAll(() => stack?.stop())

/** Without a plan: that of the role, `partner`. */
const as = (plan?: string): Record<string, string> => ({
  'x-api-key': key,
  ...(plan !== undefined && { 'x-test-plan': plan }),
})

interface Answer {
  status: number
  headers: Headers
  text: string
  data: Record<string, unknown> & { total?: number; results?: { id: string }[] }
  error: { details?: Record<string, { _errors: string[] }>; code?: string }
  meta: { hints?: string[] }
}

async function call(path: string, headers: Record<string, string>, body?: object): Promise<Answer> {
  const answer = await fetch(stack.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const { data = {}, error = {}, meta = {} } = text === '' ? {} : JSON.parse(text)
  return { status: answer.status, headers: answer.headers, text, data, error, meta }
}
const search = (body: object, plan?: string, index = 'organization-entity*') =>
  call(`${base}/search`, as(plan), { index, body })
const explain = (body: object, plan?: string) =>
  call(`${base}/search/explain`, as(plan), { index: 'organization-entity*', body })

const all = { match_all: {} }
const regions = { regions: { terms: { field: 'region', size: 100 } } }

describe('a search', () => {
  test('finds, counts and groups the visible organizations only', async () => {
    const { data } = await search({ query: all, size: 50, aggs: regions })
    expect(data.results!.map(({ id }) => id).sort()).toEqual(
      visible
        .map(({ id }) => id)
        .sort()
        .slice(0, 50),
    )
    expect(data).toMatchObject({
      total: visible.length,
      aggregations: { regions: { buckets: [{ key: 'RI', doc_count: visible.length }] } },
    })
    const everyone = await search({ query: all, size: 0, aggs: regions }, 'default')
    expect(everyone.data.total).toBe(visible.length + others.length)
  })

  test.each<[string, object, string | undefined, string]>([
    ['a closed field', { query: { term: { revenue: 1 } } }, undefined, 'the field is not allowed'],
    ['all documents', { query: all, aggs: { x: { global: {} } } }, undefined, 'switched off here'],
    ['a feature', { query: all, version: true }, 'default', 'not switched on here'],
  ])('is held by the rules of its plan: %s', async (_, body, plan, problem) => {
    const { status, error } = await search(body, plan)
    expect([status, error.details?.body?._errors[0]]).toEqual([
      400,
      expect.stringContaining(problem),
    ])
    expect((await search(body, plan === 'default' ? 'gold' : 'default')).status).toBe(200)
  })

  test('hints follow the plan', async () => {
    const body = { query: { term: { activty_code: 'X' } } }
    expect((await search(body, 'default')).meta.hints![0]).toContain('activity_code')
    const { meta } = await search(body)
    expect(JSON.stringify(meta)).not.toContain('activity_code')
  })

  test('equal searches of two plans share no answer', async () => {
    const body = { query: { match: { name: 'society' } }, size: 0 }
    const statusOf = async (plan?: string) => (await search(body, plan)).headers.get('cache-status')
    expect(await statusOf()).toContain('fwd=miss')
    expect(await statusOf('default')).toContain('fwd=miss')
    expect([await statusOf(), await statusOf('default')]).toEqual([
      expect.stringContaining('hit'),
      expect.stringContaining('hit'),
    ])
    // without a filter the plans send the same
    expect(await statusOf('gold')).toContain('hit')
  })

  test('what the engine refuses is reported at its place in the own body', async () => {
    const body = { query: all, sort: [{ name: 'asc' }] }
    const [own, of] = [await search(body), await search(body, 'default')]
    expect(own.error.details).toEqual(of.error.details)
    expect(own.error.details?.body?._errors[0]).toMatch(/^sort\[0\]\.name: /)
  })
})

describe('an export', () => {
  const index = 'organization-entity*'
  const send = async (body: object, { plan, cursor }: { plan?: string; cursor?: string } = {}) => {
    const sent = { query: cursor === undefined ? {} : { cursor }, body: { index, body } }
    const headers = as(plan)
    return restOf(await beginExport(stack.url, key, { ...sent, headers }))
  }
  const rowsOf = (answer: ExportAnswer) => rowsIn(answer.bytes)

  test('has the visible organizations only, without the closed fields', async () => {
    const rows = rowsOf(await send({ query: all }))
    expect(rows.map(({ id }) => id)).toEqual(visible.map(({ id }) => id).sort())
    const closed = (some: object[]) => some.filter((row) => 'revenue' in row)
    expect(closed(rows)).toEqual([])
    expect(closed(rowsOf(await send({ query: all }, { plan: 'gold' })))).not.toEqual([])
  })

  test('as a table it has no column of a closed field', async () => {
    const columns = async (plan?: string) => {
      const headers = { ...as(plan), accept: 'text/csv' }
      const begun = await beginExport(stack.url, key, { query: { index }, headers })
      return (await restOf(begun)).bytes.toString().split('\r\n')[0]!.split(',')
    }
    const [own, of] = [await columns(), await columns('gold')]
    expect(of.filter((name) => !own.includes(name))).toEqual(['activity_code', 'revenue'])
  })

  test('a cursor of another plan is none', async () => {
    const cursor = String(rowsOf(await send({ query: all }, { plan: 'default' }))[19]!._cursor)
    expect((await send({ query: all }, { plan: 'gold', cursor })).status).toBe(200)
    const { status, bytes } = await send({ query: all }, { cursor })
    expect([status, bytes.toString()]).toEqual([400, expect.stringContaining('another export')])
  })

  test.each<[string, object, string]>([
    ['a query of a closed field', { query: { term: { revenue: 1 } } }, 'not allowed'],
  ])('is held by the rules of its plan: %s', async (_, body, problem) => {
    const { status, bytes } = await send({ query: all, ...body })
    const { code, details } = JSON.parse(bytes.toString()).error
    expect([status, code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(details.body._errors.join()).toContain(problem)
  })
})

test('explain has the rules and the price of the plan, and does not show the filter', async () => {
  const body = { query: { match: { name: 'a' } } }
  const [own, gold] = [await explain(body), await explain(body, 'gold')]
  expect(own.data).toMatchObject({ limits: { size: 50, maxCost: 400 }, cost: { cap: 400 } })
  expect(gold.data).toMatchObject({ limits: { size: 10_000, maxCost: 9000 }, cost: { cap: 9000 } })
  const cost = ({ data }: Answer) => (data.cost as { total: number }).total
  expect(cost(own)).toBeGreaterThan(cost(gold))
  expect(own.headers.get('x-query-cost')).toBe(gold.headers.get('x-query-cost'))
  const { search: shown } = own.data as { search: { body: object } }
  expect(shown.body).toMatchObject(body)
  expect(own.text).not.toMatch(/zzqhidden|must_not/)
})

test('the list of fields has no closed one, and no examples of hidden organizations', async () => {
  const fields = async (plan?: string) => call(`${base}/fields`, as(plan))
  const [own, of] = [await fields(), await fields('default')]
  expect(Object.keys(own.data.families as object)).toEqual(['map-serp', 'organization-entity'])
  expect(own.text).not.toMatch(/"revenue"|activity_code|"example"/)
  expect(of.text).toMatch(/"revenue".*"example"/)
  const again = await call(`${base}/fields`, { ...as(), 'if-none-match': own.headers.get('etag')! })
  const other = await call(`${base}/fields`, { ...as(), 'if-none-match': of.headers.get('etag')! })
  expect([again.status, other.status]).toEqual([304, 200])
})

describe('templates', () => {
  const [hidden, shown] = [others[0]!, visible[0]!]

  test('find the visible organizations only', async () => {
    expect((await call(`${base}/${hidden.id}`, as('default'))).status).toBe(200)
    expect((await call(`${base}/${hidden.id}`, as())).status).toBe(404)
    expect((await call(`${base}/${shown.id}`, as())).status).toBe(200)
    const { data } = await call(`${base}?facets=region&size=1`, as())
    expect(data).toMatchObject({
      total: visible.length,
      facets: { region: [{ value: 'RI', count: visible.length }] },
    })
    expect((await call(`${base}?region=CA`, as())).data.total).toBe(0)
    const word = hidden.name.split(' ')[0]!
    const ids = (answer: Answer) =>
      (answer.data.suggestions as { id: string }[]).map(({ id }) => id)
    const suggested = await call(`${base}/suggest?q=${encodeURIComponent(word)}`, as())
    expect(visible.map(({ id }) => id)).toEqual(expect.arrayContaining(ids(suggested)))
  })

  test('a tag of one plan is none of another', async () => {
    const path = `${base}?q=${encodeURIComponent(hidden.name)}`
    const tagOf = async (plan?: string, held?: string) => {
      const headers = { ...as(plan), ...(held !== undefined && { 'if-none-match': held }) }
      const { status, headers: of } = await call(path, headers)
      return { status, tag: of.get('etag')! }
    }
    const [own, of] = [await tagOf(), await tagOf('default')]
    expect(own.tag).not.toBe(of.tag)
    expect((await tagOf(undefined, own.tag)).status).toBe(304)
    expect((await tagOf('default', of.tag)).status).toBe(304)
    expect((await tagOf(undefined, of.tag)).status).toBe(200)
  })
})

describe('tools', () => {
  const send = (body: string, plan?: string) => post(`${stack.url}/api/v1/mcp`, body, as(plan))
  const result = async (name: string, args: object, plan?: string) =>
    dataIn(await send(callOf(name, args), plan)) as {
      total: number
      fields: { name: string; example?: unknown }[]
    }

  test('find the visible organizations only', async () => {
    expect((await result('find_organizations', {})).total).toBe(visible.length)
    const free = { index: 'map-serp*', body: { query: all, size: 1 } }
    expect((await result('search_organizations', free)).total).toBe(visible.length)
    expect((await result('search_organizations', free, 'gold')).total).toBeGreaterThan(
      visible.length,
    )
  })

  test('describe the fields of the plan', async () => {
    const { fields } = await result('describe_fields', { index: 'organization-entity' })
    const names = fields.map(({ name }) => name)
    expect(names).toContain('name')
    expect(names).not.toContain('revenue')
    expect(fields.filter(({ example }) => example !== undefined)).toEqual([])
    const { body } = await send(message('tools/list'))
    expect(JSON.stringify(body)).not.toContain('"organization-serp"')
  })
})
