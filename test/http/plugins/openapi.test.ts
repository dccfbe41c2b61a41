import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Gateway, startGateway } from '../../support/stock-gateway.js'
import { unusableIn } from '../../support/usable-schemas.js'

const file = join(__dirname, '../../../directory/openapi.yml')

const documented = [{ envelope: [{ action: {} }] }, { openapi: [{ action: { file } }] }]
const throttle = (limit: number, by = 'address') => ({
  throttle: [{ action: { by, limit, windowSeconds: 60, name: `${limit}-per-${by}` } }],
})
const answer = { answer: [{ action: {} }] }

/** A gateway that also has some endpoints, each with a pipeline of its own. */
function configuration(
  endpoints: Record<string, { paths: string | string[]; methods?: string[]; policies: object[] }>,
) {
  const all = {
    about: { paths: '/api/v1/openapi.json', methods: ['GET'], policies: documented },
    ...endpoints,
  }
  const entries = Object.entries(all)
  return {
    apiEndpoints: Object.fromEntries(
      entries.map(([name, { policies: _, ...endpoint }]) => [name, { host: '*', ...endpoint }]),
    ),
    pipelines: Object.fromEntries(
      entries.map(([name, { policies }]) => [name, { apiEndpoints: [name], policies }]),
    ),
  }
}

let gateway: Gateway | undefined
afterEach(() => gateway?.close())

const plugins = ['envelope', 'throttle', 'authenticate', 'search-rules', 'search', 'openapi']
const search = { search: [{ action: { nodes: 'http://127.0.0.1:9', version: 'v9' } }] }

// biome-ignore lint/suspicious/noExplicitAny: it is JSON
type Document = any

async function served(endpoints: Parameters<typeof configuration>[0]) {
  gateway = await startGateway(plugins, configuration(endpoints))
  const response = await fetch(`${gateway.url}/api/v1/openapi.json`)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ])
  return { response, document: (await response.json()) as Document }
}

const ofOperator = {
  contact: { name: 'Directory', url: 'https://example.org', email: 'directory@example.org' },
  license: { name: 'CC BY 4.0', url: 'https://example.org/license' },
  termsOfService: 'https://example.org/terms',
}
test.each([{}, ofOperator, { license: { name: 'CC BY 4.0' } }])(
  'info has what the operator adds: %j',
  async (info) => {
    const about = {
      paths: '/api/v1/openapi.json',
      methods: ['GET'],
      policies: [{ envelope: [{ action: {} }] }, { openapi: [{ action: { file, info } }] }],
    }
    const { document } = await served({ about })
    expect(document.info).toEqual({
      title: 'Nonprofit Organization Directory API',
      version: '1.0.0',
      description: expect.stringMatching(/^Search a public directory .*Log in, create an API key/s),
      ...info,
    })
  },
)

test('only what a pipeline takes is told, with its limits', async () => {
  const { document } = await served({
    login: {
      paths: ['/api/v1/auth/login', '/api/v1/elsewhere'],
      methods: ['POST'],
      policies: [
        { envelope: [{ action: { maxBodyBytes: 77 } }] },
        throttle(11),
        throttle(7),
        answer,
      ],
    },
    keys: {
      paths: '/api/v1/api-keys/:id',
      methods: ['GET'],
      policies: [{ envelope: [{ action: { maxBodyBytes: 0 } }] }, throttle(5), answer],
    },
  })
  expect(Object.keys(document.paths)).toEqual([
    '/api/v1/auth/login',
    '/api/v1/api-keys/{id}',
    '/api/v1/openapi.json',
  ])
  expect(Object.keys(document.paths['/api/v1/api-keys/{id}'])).toEqual(['get'])
  const { post } = document.paths['/api/v1/auth/login']
  const limit = (many: number) => ({
    by: 'address',
    unit: 'requests',
    limit: many,
    windowSeconds: 60,
  })
  expect(post['x-limits']).toEqual({ maxBodyBytes: 77, requests: [limit(11), limit(7)] })
  expect(post.description).toMatch(
    /At most 11 requests in 60 s for each address, 7 requests in 60 s for each address, 77 bytes for a body\.$/,
  )
  expect(document.paths['/api/v1/api-keys/{id}'].get['x-limits']).toEqual({ requests: [limit(5)] })
})

test('ways to authenticate, index families, limits and switches are those of the YAML', async () => {
  const authenticate = {
    accept: ['api-key'],
    queryKey: false,
    authServiceUrl: 'http://127.0.0.1:9',
    serviceSecret: 'a secret of more than thirty-two characters',
  }
  const rules = {
    indexPrefixes: ['map-serp', 'else.where'],
    maxCost: 12,
    limits: { size: 50, textLength: 9 },
    features: ['fields'],
    analyzers: ['english'],
    keys: { deny: ['aggs'] },
    queries: { allow: ['match', 'bool'] },
    plans: {
      anonymous: { maxCost: 99, indexPrefixes: ['gold'] },
      default: {
        maxCost: 11,
        features: ['fields', 'rescore', 'suggest'],
        filter: { term: { region: 'RI' } },
      },
    },
  }
  const { document } = await served({
    search: {
      paths: ['/api/v1/organizations/search', '/api/v1/organizations/*'],
      policies: [
        { envelope: [{ action: {} }] },
        { authenticate: [{ action: authenticate }] },
        { caller: [{ action: { scopes: ['organizations:read'] } }] },
        { 'search-rules': [{ action: rules }] },
        search,
      ],
    },
  })
  const { post } = document.paths['/api/v1/organizations/search']
  expect(post.security).toEqual([{ apiKeyBearer: [] }, { apiKeyHeader: [] }])
  expect(post['x-limits']).toEqual({ maxBodyBytes: 1048576, requests: [], maxCost: 11 })
  const { SearchRequest, SearchBody, Query, Aggregation } = document.components.schemas
  expect(SearchRequest.properties.index).toMatchObject({
    pattern: '^(map-serp|else\\.where)[a-z0-9._*-]*$',
    examples: ['map-serp*', 'else.where*'],
  })
  expect(SearchBody.properties.size.anyOf[0]).toEqual({ type: 'integer', minimum: 0, maximum: 50 })
  expect(SearchBody.properties.from.anyOf[0]).toMatchObject({ maximum: 10000 })
  for (const open of ['fields', 'rescore']) expect(SearchBody.properties).toHaveProperty(open)
  for (const closed of ['aggs', 'aggregations', 'suggest'])
    expect(SearchBody.properties).not.toHaveProperty(closed)
  expect(Object.keys(Query.properties).sort()).toEqual(['bool', 'match'])
  expect(JSON.stringify(Query.properties.match)).toContain('"maxLength":9')
  expect(Aggregation).toBe(undefined)
  expect(JSON.stringify(document)).not.toMatch(/x-feature|x-limit"|x-choice|a secret of/)
  expect(JSON.stringify(Query.properties.match)).toContain(
    '"analyzer":{"type":"string","enum":["english"]}',
  )
  expect(unusableIn(document)).toEqual([])
})

test.each([['with a misspelt member', 'tittle: Books', /unknown key "tittle".*title/s]])(
  'a file %s stops the start',
  async (_, text, message) => {
    const path = join(process.env.TMPDIR!, 'own.yml')
    if (text === undefined) rmSync(path, { force: true })
    else writeFileSync(path, text)
    const policies = [{ envelope: [{ action: {} }] }, { openapi: [{ action: { file: path } }] }]
    const other = {
      ...configuration({}),
      pipelines: { about: { apiEndpoints: ['about'], policies } },
    }
    await expect(startGateway(plugins, other)).rejects.toThrow(message)
  },
)
