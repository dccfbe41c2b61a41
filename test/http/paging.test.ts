import { DirectoryClient, type SearchBody } from '../../packages/client/src/index.js'
import { type RunningStack, startStack } from '../support/stack.js'

/** A hidden index that no template gives an alias: tests next to this one do not see it. */
const index = 'organization-serp_paging'

let stack: RunningStack
let engine: string
let key: string
let directory: DirectoryClient

beforeAll(async () => {
  stack = await startStack()
  engine = process.env.TEST_ENGINE_URL ?? stack.engine!.url
  await fill()
  key = await stack.mintKey()
  directory = new DirectoryClient({ baseUrl: stack.url, apiKey: key })
})
afterAll(async () => {
  await ask('DELETE', `/${index}`)
  await stack?.stop()
})

async function ask(method: string, path: string, body?: string): Promise<unknown> {
  const headers = {
    'content-type': path.endsWith('_bulk') ? 'application/x-ndjson' : 'application/json',
  }
  const response = await fetch(engine + path, { method, headers, ...(body && { body }) })
  return response.json()
}

/**
 * Documents of all kinds of values, among them integers that a double rounds, and two without any.
 */
async function fill(): Promise<void> {
  const types = {
    ...{ word: 'keyword', big: 'long', small: 'integer' },
    ...{ real: 'double', day: 'date', open: 'boolean' },
  }
  const properties = Object.entries(types).map(([name, type]) => `"${name}":{"type":"${type}"}`)
  const own = '"id":{"type":"keyword"},"at":{"type":"geo_point"},"_own":{"type":"keyword"}'
  await ask('DELETE', `/${index}`)
  const settings = '"settings":{"number_of_replicas":0,"index":{"hidden":true}}'
  const mappings = `"mappings":{"properties":{${own},${properties}}}`
  await ask('PUT', `/${index}`, `{${settings},${mappings}}`)
  const documents = [
    '{"id":"a","word":"9007199254740993","big":9007199254740993,"small":5,"real":1.0E20,"day":"2020-01-01","open":true,"at":"1,1"}',
    '{"id":"b","word":"9007199254740992","big":-9007199254740993,"small":-5,"real":-1.5E300,"day":"1969-01-01","open":false,"at":"2,1"}',
    '{"id":"c","_own":"x","ref":1234567890123456789}',
    '{"id":"d"}',
  ]
  await ask('POST', `/${index}/_bulk`, documents.map((one) => `{"index":{}}\n${one}\n`).join(''))
  await ask('POST', `/${index}/_refresh`)
}

async function search(body: string, path = ''): Promise<{ status: number; text: string }> {
  const response = await fetch(`${stack.url}/api/v1/organizations/search${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body,
  })
  return { status: response.status, text: await response.text() }
}

const orders = ['asc', 'desc'] as const
const values = orders.flatMap((order) => [
  ...['word', 'big', 'small', 'real', 'day', 'open'].flatMap((field) => [
    { [field]: { order } },
    { [field]: { order, missing: '_first' } },
  ]),
  ...['yyyy-MM-dd', 'epoch_second', 'yyyyMMddHHmmssSSS'].flatMap((format) => [
    { day: { order, format } },
    { day: { order, format, missing: '_first' } },
  ]),
  ...['long', 'double', 'date', 'boolean', 'keyword'].map((type) => ({
    lacking: { order, unmapped_type: type },
  })),
  { _geo_distance: { at: { lat: 0, lon: 0 }, order } },
  { _score: order },
])

test.each(values)('_sort comes back in the bytes that were given: %j', async (sort) => {
  const ids: string[] = []
  for (let after = ''; ids.length < 10; ) {
    const sorts = `${JSON.stringify(sort)},"id"`
    const body = `{"query":{"match_all":{}},"size":1,"sort":[${sorts}]${after}}`
    const answer = await search(`{"index":"${index}","body":${body}}`)
    expect(answer).toMatchObject({ status: 200 })
    const given = /"_sort":(\[.*?\])/.exec(answer.text)?.[1]
    if (given === undefined) break
    ids.push(/"id":"(\w)"/.exec(answer.text)![1]!)
    after = `,"search_after":${given}`
  }
  expect(ids.sort()).toEqual(['a', 'b', 'c', 'd'])
})

test.each(values.filter((_, i) => i % 5 === 0))('the client finds each once: %j', async (sort) => {
  const body = { query: { match_all: {} }, size: 1, sort: [sort] } as SearchBody
  const ids: string[] = []
  for await (const { id } of directory.searchAll({ index, body })) ids.push(id)
  expect(ids.sort()).toEqual(['a', 'b', 'c', 'd'])
})

test('an integer without a value is shown with all its digits', async () => {
  const body = '{"query":{"match_all":{}},"sort":[{"big":"desc"},{"open":"asc"},"id"]}'
  const { text } = await search(`{"index":"${index}","body":${body}}`)
  const sorts = [...text.matchAll(/"_sort":(\[.*?\])/g)].map(([, sort]) => sort)
  // that of a document with a field _own
  expect(sorts[2]).toBe('[-9223372036854775808,9223372036854775807,"c"]')
  expect(sorts[3]).toBe('[-9223372036854775808,9223372036854775807,"d"]')
  expect(text).toContain('"ref":1234567890123456789')
})

test.each(['terms', 'histogram'])(
  'after_key of %s comes back as after, in its bytes and by the client',
  async (type) => {
    const source = `{"key":{"${type}":{"field":"big"${type === 'histogram' ? ',"interval":1' : ',"missing_bucket":true'}}}}`
    const keys: string[] = []
    for (let after = ''; keys.length < 5; ) {
      const composite = `{"size":1,"sources":[${source}]${after}}`
      const body = `{"query":{"match_all":{}},"size":0,"aggs":{"all":{"composite":${composite}}}}`
      const answer = await search(`{"index":"${index}","body":${body}}`)
      expect(answer).toMatchObject({ status: 200 })
      const given = /"after_key":(\{.*?\})/.exec(answer.text)?.[1]
      if (given === undefined) break
      keys.push(given)
      after = `,"after":${given}`
    }
    expect(keys).toHaveLength(type === 'histogram' ? 2 : 3)
  },
)

test('the search that explain shows is accepted as it is', async () => {
  const after = '"search_after":[-9223372036854775808,9007199254740993,"c"]'
  const sort = '"sort":[{"day":"desc"},{"big":"asc"},"id"]'
  const asked = `{"index":"${index}","body":{"query":{"match_all":{}},${sort},${after}}}`
  const { text } = await search(asked, '/explain')
  const shown = /"search":(\{.*\})\},"meta"/.exec(text)![1]!
  expect(shown).toContain(after)
  expect(await search(shown)).toMatchObject({ status: 200 })
  expect((await search(shown, '/explain')).text).toContain(`"search":${shown}`)
})
