import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Engine } from '../../../packages/embedded-engine/src/engine.js'
import { createEngineServer } from '../../../packages/embedded-engine/src/server.js'
import { serviceOf, startService } from '../../support/service.js'
import { type Gateway, startGateway } from '../../support/stock-gateway.js'
import { until } from '../../support/until.js'

const scopes = ['organizations:read']
const keyword = { type: 'keyword' }
const properties = {
  name: { type: 'text', fields: { keyword } },
  founded_year: { type: 'integer' },
  location: { type: 'geo_point' },
  contacts: { properties: { email: keyword, role: keyword } },
}
const document = {
  name: 'Croce Rossa',
  founded_year: 1864,
  location: { lat: 41.9, lon: 12.5 },
  contacts: { email: 'secret@example.org', role: 'chair' },
}

/** What the loader has noted on the index. */
const source = { name: 'Register', asOf: '2026-11-10', loadedAt: '2026-11-26T08:00:00.000Z' }

/** What is written down, for the time in which the engine shows nothing. */
const written = {
  families: {
    'map-serp': { fields: [{ name: 'region', type: 'keyword', uses: ['term'], example: 'Lazio' }] },
  },
}
const file = join(mkdtempSync(join(tmpdir(), 'directory-fields-')), 'fields.json')

type Service = Awaited<ReturnType<typeof startService>>
let engine: Service
let silent: Service
let gateway: Gateway

/** One step for each pipeline, reported by its path. */
function configuration(actions: Record<string, object>, granted = scopes) {
  const pipelines = Object.entries(actions).map(([name, action]) => {
    const policies = [
      { envelope: [{ action: {} }] },
      { caller: [{ action: { scopes: granted } }] },
      { authorize: [{ action: { scopes } }] },
      { describe: [{ action }] },
    ]
    return [name, { apiEndpoints: [name], policies }] as const
  })
  return {
    apiEndpoints: Object.fromEntries(
      pipelines.map(([name]) => [name, { host: '*', paths: `/${name}` }]),
    ),
    pipelines: Object.fromEntries(pipelines),
  }
}

beforeAll(async () => {
  writeFileSync(file, JSON.stringify(written))
  const embedded = new Engine()
  embedded.putTemplate('map', {
    index_patterns: ['map-serp*'],
    template: { mappings: { _meta: { sources: [source] }, properties } },
  })
  embedded.createIndex('map-serp-1')
  embedded.index('map-serp-1', '1', JSON.stringify(document))
  engine = await serviceOf(createEngineServer(embedded))
  silent = await startService((_, res) => res.writeHead(500).end())
  const rules = (server: Service, fields?: object) => ({
    indexPrefixes: ['map-serp'],
    engine: { nodes: server.url },
    ...(fields && { fields }),
  })
  gateway = await startGateway(
    ['envelope', 'authorize', 'describe'],
    configuration({
      all: { rules: { ...rules(engine), maxCost: 7 } },
      denied: { rules: rules(engine, { deny: ['contacts.email', 'name.keyword'] }) },
      allowed: { rules: rules(engine, { allow: ['name'] }) },
      silent: { rules: rules(silent) },
      written: { rules: rules(silent), file },
      'written-denied': { rules: rules(silent, { deny: ['reg*'] }), file },
    }),
  )
  await told('/all')
})
afterAll(async () => {
  await gateway?.close()
  await Promise.all([engine?.close(), silent?.close()])
})

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(gateway.url + path, { method, headers })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

/** An answer of a path whose engine has reported its fields. */
function told(path: string) {
  return until(async () => {
    const answer = await ask(path)
    return answer.status === 200 && answer
  })
}

const exact = ['term', 'sort', 'aggregate']
const founded = { name: 'founded_year', type: 'integer', uses: exact, example: 1864 }
const place = { name: 'location', type: 'geo_point', uses: ['map'], example: document.location }
const name = {
  ...{ name: 'name', type: 'text', uses: ['match'], example: 'Croce Rossa' },
  subFields: { 'name.keyword': exact },
}
const email = {
  name: 'contacts.email',
  type: 'keyword',
  uses: exact,
  example: 'secret@example.org',
}
const role = { name: 'contacts.role', type: 'keyword', uses: exact, example: 'chair' }

test.each([
  ['without rules all of them', '/all', [email, role, founded, place, name]],
  ['what is denied is not named, nor what stands around it', '/denied', [role, founded, place]],
  ['only what is allowed', '/allowed', [name]],
  [
    'what is written down, while the engine tells nothing',
    '/written',
    written.families['map-serp'].fields,
  ],
  ['nothing of that which is denied', '/written-denied', []],
])('it tells the fields: %s', async (_, path, fields) => {
  const { status, headers, body } = await told(path)
  expect([status, body.status]).toEqual([200, 'success'])
  const sources = path.startsWith('/written') ? {} : { sources: [source] }
  expect(body.data).toEqual({ families: { 'map-serp': { fields } }, ...sources })
  expect(body.meta).toEqual({
    requestId: headers.get('x-request-id'),
    timestamp: expect.any(String),
  })
})

test('the engine has told nothing, and nothing is written down', async () => {
  const { status, body } = await ask('/silent')
  expect([status, body.error.code, body.error.details]).toEqual([
    503,
    'ELASTICSEARCH_UNAVAILABLE',
    { version: 'v9', reason: 'unreachable' },
  ])
})
