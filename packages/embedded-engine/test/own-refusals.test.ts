import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Engine } from '../src/engine.js'
import { createEngineServer } from '../src/server.js'

let server: Server
let url: string

beforeAll(async () => {
  const engine = new Engine()
  const properties = {
    name: { type: 'text' },
    kind: { type: 'keyword' },
    year: { type: 'integer' },
    day: { type: 'date' },
    place: { type: 'geo_point' },
    total: { type: 'long' },
    share: { type: 'float' },
    never: { type: 'date' },
  }
  engine.createIndex('orgs', { mappings: { properties } })
  engine.index(
    'orgs',
    '1',
    JSON.stringify({ name: 'Red Cross', kind: 'a', year: 1990, day: '1990-05-01', place: [9, 45] }),
  )
  server = createEngineServer(engine)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.close()
})

interface Refusal {
  error: { type: string; reason: string; root_cause: { type: string; reason: string }[] }
  status: number
}

async function refusal(
  method: string,
  path: string,
  body?: unknown,
): Promise<Refusal & { httpStatus: number }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url + path, {
    method,
    headers,
    ...(body !== undefined && { body: text }),
  })
  return { httpStatus: response.status, ...((await response.json()) as Refusal) }
}

const search = (body: unknown) => refusal('POST', '/orgs/_search', body)
const aggregation = (type: object) => ({ size: 0, aggs: { made: type } })
const all = { match_all: {} }

const asked = (type: string, clause: object) => ({ query: { [type]: clause } })

/**
 * What a real Elasticsearch takes → what the engine says that it does not know; of the grammar of
 * the search rules, test/unit/dev/embedded-engine.test.ts asks each construct.
 */
const searches: [body: object, unknown: string][] = [
  [asked('function_score', { query: all }), 'function_score'],
  [
    asked('bool', { must: [{ bool: { filter: { nested: { path: 'a', query: all } } } }] }),
    'nested',
  ],
  [asked('bool', { adjust_pure_negative: false }), 'adjust_pure_negative of bool'],
  [
    asked('prefix', { name: { value: 'r', rewrite: 'scoring_boolean' } }),
    'this value of rewrite in prefix',
  ],
  [aggregation({ top_hits: { fields: ['name'] } }), 'fields of the top_hits aggregation'],
]

const mapping = (definition: object) => ({ mappings: { properties: { a: definition } } })

const calls: [method: string, path: string, body: unknown, unknown: string][] = [
  ['GET', '/orgs/_search?scroll=1m', undefined, 'scroll of this call'],
  [
    'GET',
    '/orgs/_search?search_type=dfs_query_then_fetch',
    undefined,
    'search_type dfs_query_then_fetch',
  ],
  ['POST', '/_msearch', '{}\n{}\n', 'this call'],
  ['POST', '/orgs/_update/1', {}, 'this call'],
  ['GET', '/orgs', undefined, 'this call'],
  ['GET', '/orgs/_mapping/field/name', undefined, 'this call'],
  ['PUT', '/orgs/_mapping', { properties: {} }, 'a change of properties in a mapping'],
  ['POST', '/_bulk', '{"update":{"_index":"orgs","_id":"1"}}\n{}\n', 'update of a bulk request'],
  [
    'POST',
    '/_bulk',
    '{"index":{"_index":"orgs","routing":"a"}}\n{}\n',
    'routing of a bulk request',
  ],
  ['PUT', '/orgs/_doc/2', { place: [9, 45, 100] }, 'altitudes of points'],
  ['PUT', '/other', mapping({ type: 'nested' }), 'the field type nested'],
  ['PUT', '/other', mapping({ type: 'text', norms: false }), 'norms of a text field'],
  ['PUT', '/other', mapping({ type: 'text', analyzer: 'english' }), 'the analyzer english'],
  [
    'PUT',
    '/other',
    {
      mappings: {
        dynamic_templates: [
          { x: { match: 'a*', match_mapping_type: 'long', mapping: { type: 'long' } } },
        ],
      },
    },
    'match of a dynamic template',
  ],
  [
    'PUT',
    '/_index_template/t',
    { index_patterns: ['t*'], composed_of: [] },
    'composed_of of an index template',
  ],
  [
    'POST',
    '/_aliases',
    { actions: [{ add: { index: 'orgs', alias: 'x', filter: all } }] },
    'filter of an alias action',
  ],
]

function ownWords(unknown: string) {
  const own = {
    type: 'embedded_engine_exception',
    reason: `the embedded engine does not know ${unknown}; set ELASTICSEARCH_URL for a real one`,
  }
  return { httpStatus: 400, status: 400, error: { ...own, root_cause: [own] } }
}

test.each(searches)('%j is refused in its own name', async (body, unknown) => {
  expect(await search(body)).toEqual(ownWords(unknown))
})

test.each(calls)('%s %s %j is refused in its own name', async (method, path, body, unknown) => {
  expect(await refusal(method, path, body)).toEqual(ownWords(unknown))
})

test('of a bulk request, only the document that holds something unknown is refused', async () => {
  const lines = [
    '{"index":{"_id":"3"}}',
    '{"place":"45,9,100"}',
    '{"index":{"_id":"4"}}',
    '{"year":2000}',
    '',
  ]
  const answer = await fetch(`${url}/orgs/_bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: lines.join('\n'),
  })
  expect(await answer.json()).toMatchObject({
    errors: true,
    items: [
      { index: { status: 400, error: { type: 'embedded_engine_exception' } } },
      { index: { status: 201 } },
    ],
  })
})

test('one index of several that meets something unknown: no part of an answer, but the refusal', async () => {
  await refusal('PUT', '/texts/_doc/1', { year: 'long ago' })
  const answer = await refusal('POST', '/orgs,texts/_search', {
    docvalue_fields: [{ field: 'year', format: '0.0' }],
  })
  expect(answer).toEqual(ownWords('format of such a field'))
})

const bucketsOf = async (type: object) => {
  const { aggregations } = (await search(aggregation(type))) as unknown as {
    aggregations: { made: { buckets: { key: string; doc_count: number }[] } }
  }
  return aggregations.made.buckets.map(({ key, doc_count }) => [key, doc_count])
}

/** Of the document of 1990-05-01, and the one that the bulk request has added. */
test.each<[object, unknown[]]>([
  [
    {
      date_range: { field: 'day', format: 'epoch_second', ranges: [{ from: 641e6, to: 642e6 }] },
    },
    ['641000000-642000000', 1],
  ],
  [
    { date_range: { field: 'never', format: 'dd.MM.yyyy', missing: '01.02.1976', ranges: [{}] } },
    ['*-*', 2],
  ],
  [{ terms: { field: '_index' } }, ['orgs', 2]],
])('%j reads as Elasticsearch does', async (type, bucket) => {
  expect(await bucketsOf(type)).toContainEqual(bucket)
})

test.each([
  [{ year: { gte: 3e9 } }, 'Value [3000000000] is out of range for an integer'],
  [{ year: { lt: '-2147483649' } }, 'Value [-2147483649] is out of range for an integer'],
  [
    { total: { lte: '9223372036854775808' } },
    'Value [9223372036854775808] is out of range for a long',
  ],
  [{ total: { lte: '9223372036854775807' } }, undefined],
  [{ share: { lte: '1e39' } }, '[float] supports only finite values, but got [1e39]'],
])('a range beyond the type: %j', async (range, reason) => {
  const { error } = await search({ query: { range } })
  const told = reason === undefined ? undefined : `failed to create query: ${reason}`
  expect(error?.root_cause[0]?.reason).toBe(told)
})
