import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { Client, errors } from '@elastic/elasticsearch'
import { Engine } from '../src/engine.js'
import { createEngineServer } from '../src/server.js'

let server: Server
let url: string
let client: Client

beforeAll(async () => {
  server = createEngineServer(new Engine())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  client = new Client({ node: url, compression: true, maxRetries: 0 })
})

afterAll(async () => {
  await client.close()
  server.close()
})

const ask = (path: string, init: RequestInit = {}) =>
  fetch(url + path, { headers: { 'content-type': 'application/json' }, ...init })
const json = async (response: Response) => (await response.json()) as Record<string, unknown>

test('the official client makes a template, loads, searches, counts and deletes', async () => {
  await client.indices.putIndexTemplate({
    name: 'orgs',
    index_patterns: ['orgs-*'],
    template: { mappings: { properties: { name: { type: 'text' } } }, aliases: { orgs: {} } },
  })
  expect(await client.indices.existsIndexTemplate({ name: 'orgs' })).toBe(true)
  await client.indices.create({ index: 'orgs-1' })
  expect(await client.indices.existsAlias({ name: 'orgs' })).toBe(true)
  const loaded = await client.bulk({
    refresh: true,
    operations: [
      { index: { _index: 'orgs-1', _id: '1' } },
      { name: 'Red Cross' },
      { create: { _index: 'orgs', _id: '1' } },
      { name: 'twice' },
      { index: { _index: 'orgs-1', _id: '2' } },
      { name: { no: 'text' } },
    ],
  })
  expect(loaded.errors).toBe(true)
  expect(loaded.items.map((item) => (item.index ?? item.create)!.status)).toEqual([201, 409, 400])
  const found = await client.search({ index: 'or*', query: { match: { name: 'red' } } })
  expect(found.hits.hits).toMatchObject([
    { _index: 'orgs-1', _id: '1', _source: { name: 'Red Cross' } },
  ])
  expect(await client.count({ index: 'orgs' })).toMatchObject({ count: 1 })
  expect((await client.get({ index: 'orgs-1', id: '1' }))._version).toBe(1)
  await client.delete({ index: 'orgs', id: '1' })
  expect(await client.count({ index: 'orgs' })).toMatchObject({ count: 0 })
  await client.indices.delete({ index: 'orgs-1' })
  expect(await client.indices.exists({ index: 'orgs-1' })).toBe(false)
  await expect(client.search({ index: 'orgs-1' })).rejects.toBeInstanceOf(errors.ResponseError)
})

test('every answer says what it comes from', async () => {
  for (const path of ['/', '/_cluster/health', '/nowhere/_search', '/_nonsense']) {
    const { headers } = await ask(path)
    expect([headers.get('x-elastic-product'), headers.get('x-directory-engine')]).toEqual([
      'Elasticsearch',
      'embedded',
    ])
  }
  expect(await json(await ask('/'))).toMatchObject({
    version: { number: expect.stringMatching(/^9\./) },
    tagline: 'You Know, for Search',
  })
  expect(await json(await ask('/_nodes/os'))).toMatchObject({
    nodes: { embedded: { roles: ['data'], os: { allocated_processors: expect.any(Number) } } },
  })
})

test.each([
  ['GET', '/missing/_search', undefined, 404, 'index_not_found_exception'],
  [
    'GET',
    '/missing,also/_search?allow_no_indices=false',
    undefined,
    404,
    'index_not_found_exception',
  ],
  ['GET', '/missing*/_search?allow_no_indices=false', undefined, 404, 'index_not_found_exception'],
  ['GET', '/_search?foo=1', undefined, 400, 'illegal_argument_exception'],
  ['GET', '/_search?search_type=deep', undefined, 400, 'illegal_argument_exception'],
  ['POST', '/_search', '{bad', 400, 'x_content_parse_exception'],
  ['POST', '/_search', '[]', 400, 'parsing_exception'],
  ['POST', '/_count', '{"size":1}', 400, 'parsing_exception'],
  ['PUT', '/Upper', '{}', 400, 'invalid_index_name_exception'],
  ['PUT', '/other', '{"mapping":{}}', 400, 'parse_exception'],
  ['POST', '/_bulk', '{"index":{}}', 400, 'illegal_argument_exception'],
  [
    'POST',
    '/_bulk',
    '{"upsert":{"_index":"x","_id":"1"}}\n{}\n',
    400,
    'illegal_argument_exception',
  ],
  ['DELETE', '/*', undefined, 400, 'illegal_argument_exception'],
  ['PUT', '/some/_doc/1', 'text', 400, 'document_parsing_exception'],
])('%s %s %s answers %i', async (method, path, body, status, type) => {
  const response = await ask(path, { method, ...(body === undefined ? {} : { body }) })
  const answer = await json(response)
  expect([response.status, answer.status, (answer.error as { type: string }).type]).toEqual([
    status,
    status,
    type,
  ])
})

test('a pattern without an index finds nothing; missing ones can be ignored', async () => {
  const empty = { _shards: { total: 0 }, hits: { total: { value: 0, relation: 'eq' }, hits: [] } }
  expect(await json(await ask('/missing*/_search'))).toMatchObject(empty)
  expect(await json(await ask('/missing/_search?ignore_unavailable=true'))).toMatchObject(empty)
  expect(await json(await ask('/_all/_search?expand_wildcards=none'))).toMatchObject(empty)
})

test('unknown paths and methods, other content types', async () => {
  expect((await ask('/_nonsense')).status).toBe(400)
  expect((await ask('/_search', { method: 'DELETE' })).status).toBe(405)
  expect(
    (
      await ask('/_search', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'text/plain' },
      })
    ).status,
  ).toBe(406)
})

test('filter_path keeps what it names', async () => {
  await ask('/filtered/_doc/1', { method: 'PUT', body: '{"a":1}' })
  const kept = await json(await ask('/filtered/_search?filter_path=hits.hits._id,hits.total.*'))
  expect(kept).toEqual({ hits: { total: { value: 1, relation: 'eq' }, hits: [{ _id: '1' }] } })
  expect(await json(await ask('/filtered/_search?filter_path=-hits,-_shards,-took'))).toEqual({
    timed_out: false,
  })
  const nothing = await json(
    await ask('/filtered/_search?filter_path=hits.hits._id', {
      method: 'POST',
      body: '{"size":0}',
    }),
  )
  expect(nothing).toEqual({})
})

test('a document comes back with the digits that were sent, whole or in parts', async () => {
  const numbers = '9007199254740993,-9007199254740993,-0,-0.0,1.0,1.50,1e3,1E-7,0.00000001,0.1,12'
  const inner = `{"list":[${numbers}],"text":"1.0 \\"1.50\\" -0","n":0.12345678901234567890123}`
  await ask('/digits/_doc/1', { method: 'PUT', body: `{"a":{"o":${inner}},"b":1.0}` })
  const answer = async (path: string) => (await ask(`/digits/${path}`)).text()
  const source = `"_source":{"a":{"o":${inner}},"b":1.0}`
  expect(await answer('_doc/1')).toContain(source)
  expect(await answer('_search')).toContain(source)
  expect(await answer('_search?filter_path=hits.hits._source')).toContain(source)
  const part = await ask('/digits/_search', { method: 'POST', body: '{"_source":["a.o.list"]}' })
  expect(await part.text()).toContain(`"_source":{"a":{"o":{"list":[${numbers}]}}}`)
})

test('a body may be zipped, and answers come in the media type that was asked for', async () => {
  const headers = {
    'content-type': 'application/vnd.elasticsearch+json;compatible-with=9',
    'content-encoding': 'gzip',
    accept: 'application/vnd.elasticsearch+json;compatible-with=9',
  }
  const response = await ask('/_search', { method: 'POST', body: gzipSync('{"size":0}'), headers })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^application\/vnd\.elasticsearch\+json/)
})

test('one index that refuses a query: part of an answer, or none when that is not allowed', async () => {
  await ask('/texts/_doc/1', { method: 'PUT', body: '{"v":"abc"}' })
  await ask('/numbers/_doc/1', { method: 'PUT', body: '{"v":1}' })
  const body = '{"query":{"term":{"v":"abc"}}}'
  const part = await json(await ask('/texts,numbers/_search', { method: 'POST', body }))
  expect(part).toMatchObject({
    _shards: { total: 2, successful: 1, failed: 1 },
    hits: { total: { value: 1 } },
  })
  const response = await ask('/texts,numbers/_search?allow_partial_search_results=false', {
    method: 'POST',
    body,
  })
  expect(response.status).toBe(400)
  expect(await json(response)).toMatchObject({
    error: { type: 'search_phase_execution_exception', phase: 'query' },
  })
})

test('_field_caps returns the fields of indices with their types, and where these differ', async () => {
  const mappings = {
    properties: {
      name: { type: 'text', fields: { keyword: { type: 'keyword' } } },
      year: { type: 'integer' },
    },
  }
  await client.indices.create({ index: 'caps-1', mappings } as never)
  await client.indices.create({
    index: 'caps-2',
    mappings: { properties: { year: { type: 'keyword' } } },
  })
  const { indices, fields } = await client.fieldCaps({
    index: 'caps-*',
    fields: '*',
    filters: '-metadata,-parent',
  })
  const common = { metadata_field: false, searchable: true }
  expect(indices).toEqual(['caps-1', 'caps-2'])
  expect(fields).toEqual({
    name: { text: { type: 'text', aggregatable: false, ...common } },
    'name.keyword': { keyword: { type: 'keyword', aggregatable: true, ...common } },
    year: {
      integer: { type: 'integer', aggregatable: true, indices: ['caps-1'], ...common },
      keyword: { type: 'keyword', aggregatable: true, indices: ['caps-2'], ...common },
    },
  })
  expect(
    Object.keys((await client.fieldCaps({ index: 'caps-1', fields: 'name*' })).fields),
  ).toEqual(['name', 'name.keyword'])
})
