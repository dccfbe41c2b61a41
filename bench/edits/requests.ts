import { readFileSync } from 'node:fs'
import { presetsIn } from '../../dev/cookbook.js'
import { bodyOf, groupsIn } from '../../packages/query-guard/test/cases/bodies.js'
import { expensiveCases } from '../../packages/query-guard/test/cases/expensive.js'
import { legitimate } from '../../packages/query-guard/test/cases/legitimate.js'
import { casesIn } from '../../test/support/cases.js'
import type { WrittenCaller } from '../../trial/callers.js'
import type { TrialRequest } from '../../trial/exchange.js'
import type { Random } from '../random.js'

/** Who sends the requests; undefined: a visitor. */
export const callers: readonly (WrittenCaller | undefined)[] = [
  undefined,
  { key: 'user' },
  { key: 'user', plan: 'gold' },
  { token: 'user' },
  { token: 'admin', plan: 'gold' },
  { key: 'user', in: 'url' },
  { key: 'user', scopes: [] },
  { key: 'user', state: 'revoked' },
  { key: 'user', state: 'unknown' },
  { key: 'user', addresses: ['203.0.113.0/24'] },
  ...Array.from({ length: 10 }, (_, i) => ({ key: 'user', ...(i > 5 && { plan: 'gold' }) })),
]
const [visitor, burstKey, burstToken] = [0, 1, 3]

/** A request, and the place of its caller in the list. */
export interface Asked extends TrialRequest {
  caller: number
}

const families = ['organization-entity', 'organization-serp*', 'map-serp', 'organization-drafts']
const queries = readFileSync('docs/queries.md', 'utf8')
const casesOf = 'packages/query-guard/test/cases'
const { features } = casesIn<{ features: [string, object, object][] }>(casesOf, 'features.yml')

/** Searches: of the documentation, of the tests, of features that are off, of great cost, wrong ones. */
const searches: readonly object[] = [
  ...Array.from({ length: 12 }, () => presetsIn(queries)).flat(),
  ...legitimate.map(({ index = 'organization-entity', body }) => ({ index, body })),
  ...features.map(([, opened]) => ({
    index: 'map-serp',
    body: { query: { match_all: {} }, ...opened },
  })),
  ...expensiveCases.map(({ index = 'organization-entity', body }) => ({ index, body })),
  ...groupsIn('references.yml').flatMap(([group, cases]) =>
    cases.map(([, what]) => ({ index: families[0], body: bodyOf(group, what) })),
  ),
  ...families.map((index) => ({ index, body: { query: { match: { name: 'food bank' } } } })),
  { body: { query: { match_all: {} } } },
  { index: 'directory-auth', body: { query: { match_all: {} } } },
  { index: 'organization-entity', body: { query: { mtach: { name: 'food' } }, size: -1 } },
]

const api = '/api/v1'
const accept = 'application/json, text/event-stream'
const text = [
  'food bank',
  'clen watr providence',
  '42-2779363',
  'a',
  'the arts of Rhode Island',
  '',
]
const pages = `/docs /docs/guides /try /account /llms.txt /robots.txt /sitemap.xml /favicon.ico /
  /.well-known/api-catalog /.well-known/paseto-keys.json /api/v1/openapi.json /nowhere
  /api/v1/organizations/search /in/rhode-island /in/rhode-island/arts /organizations/05-0258937
  /api/v1/auth/me /api/v1/users /api/v1/api-keys /api/v1/auth/accounts`.split(/\s+/)
const mine = ['limits', 'usage', 'organizations/fields', 'limits?all=true'].map(
  (p) => `${api}/${p}`,
)
const finds = `size=51 size=9 page=3&size=20 page=30&size=50 region=RI,VT sort=name sort=-revenue
  near=41.8,-71.4&radius=10 box=-71.5,41.7,-71.3,41.9 facets=region facets=activity,cells
  founded_from=1990 revenue_min=1000 ids=05-0258937 sizes=3 radius=900 sort=age`.split(/\s+/)
const exports = ['', '&format=csv', '&fields=name,city', '&size=3', '&q=food']

type Made = Partial<Omit<TrialRequest, 'body'>> & { body?: string | object }
const get = (url: string, headers = {}): Made => ({ method: 'GET', url, headers })
const post = (path: string, body: object | string, headers = {}): Made => ({
  ...{ method: 'POST', url: api + path, headers, body },
})
const tool = (name: string, given: object): object => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
})
const rules = { index: 'organization-entity', body: { query: { match_all: {} }, size: 3 } }

/** What is asked, with how often of a hundred. */
const kinds: readonly [share: number, make: (random: Random) => Made][] = [
  [40, (r) => post('/organizations/search', r.pick(searches))],
  [6, (r) => post('/organizations/search/explain', r.pick(searches))],
  [
    5,
    (r) => post('/organizations/export', r.pick(searches), { accept: r.pick(['text/csv', '*/*']) }),
  ],
  [3, (r) => get(`${api}/organizations/export?index=${r.pick(families)}${r.pick(exports)}`)],
  [12, (r) => get(`${api}/organizations?q=${encodeURIComponent(r.pick(text))}&${r.pick(finds)}`)],
  [4, (r) => get(`${api}/organizations/suggest?q=${encodeURIComponent(r.pick(text))}`)],
  [3, (r) => get(`${api}/organizations/${r.pick(['05-0258937', 'org-0021', 'x'])}`)],
  [3, (r) => get(`/?q=${encodeURIComponent(r.pick(text))}`, { accept: 'text/html' })],
  [6, (r) => get(r.pick(pages), r.pick([{}, { accept: 'text/html' }, { accept: 'text/csv' }]))],
  [4, (r) => get(r.pick(mine))],
  [2, (r) => post('/auth/login', { email: `ada${r.below(9)}@example.org`, password: 'a guess' })],
  [
    2,
    (r) => post(r.pick(['/auth/logout', '/auth/password', '/auth/refresh', '/auth/register']), {}),
  ],
  [2, (r) => post(r.pick(['/api-keys', '/users', '/api-keys/12/rotate']), { name: 'a key' })],
  [1, (r) => ({ method: r.pick(['DELETE', 'PATCH', 'PUT']), url: `${api}/api-keys/12` })],
  [2, () => post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { accept })],
  [3, (r) => post('/mcp', tool('find_organizations', { q: r.pick(text), size: 60 }), { accept })],
  [1, () => post('/mcp', tool('search_organizations', rules), { accept })],
  [1, (r) => post(r.pick(['/mcp', '/auth/login', '/organizations/search']), '{"index": ')],
  [1, (r) => post('/organizations/search', rules, { 'content-type': r.pick(['text/csv', 'a']) })],
  [1, (r) => get(`${api}/organizations?q=food`, { 'content-length': r.pick(['2', '3000']) })],
  [
    2,
    (r) =>
      post(r.pick(['/auth/login', '/mcp', '/organizations/search']), {
        ...rules,
        email: 'x'.repeat(r.pick([1000, 15_000, 17_000, 70_000])),
      }),
  ],
]

/** Bursts of one caller from one address: how many, who, and what. */
const bursts: readonly [count: number, caller: number, make: (random: Random) => Made][] = [
  [130, visitor, (r) => get(`${api}/organizations/suggest?q=${r.pick(['fo', 'foo', 'food'])}`)],
  [170, burstKey, () => post('/organizations/search', rules)],
  [40, visitor, () => post('/auth/login', { email: 'ada@example.org', password: 'a guess' })],
  [30, burstToken, () => get(`${api}/usage`)],
  [80, visitor, () => get('/sitemap.xml')],
]

/** Requests of a day's mix of callers, the same for the same seed, in the order of their coming. */
export function requestsOf(random: Random, count: number): Asked[] {
  const mixed = kinds.flatMap(([share, make]) => Array.from({ length: share }, () => make))
  const burst = bursts.flatMap(([times, caller, make], i) =>
    Array.from({ length: times }, () => asked(make(random), caller, `198.51.100.${i + 1}`)),
  )
  const others = Array.from({ length: count - burst.length }, () => {
    const made = random.pick(mixed)(random)
    // visitors mostly read
    const isVisitor = random.below(10) < (made.method === 'GET' ? 5 : 1)
    const caller = isVisitor ? visitor : random.below(callers.length)
    return asked(made, caller, `198.51.100.${random.below(40) + 10}`)
  })
  return random.shuffled([...burst, ...others])
}

function asked(
  { method = 'GET', url = '/', headers, body = '' }: Made,
  caller: number,
  address: string,
) {
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  const ofBody = sent === '' ? {} : { 'content-type': 'application/json' }
  return { method, url, headers: { ...ofBody, ...headers }, body: sent, address, caller }
}
