import createClient from 'openapi-fetch'
import type { components, paths } from './api.js'
import { searches } from './searches.js'

/**
 * Uses the types of openapi-typescript: prints the answers to all searches, and others, as JSON.
 */

type ErrorCode = components['schemas']['ErrorEnvelope']['error']['code']

const { BASE_URL: baseUrl = '', EMAIL: email = '', PASSWORD: password = '' } = process.env
const anonymous = createClient<paths>({ baseUrl })
const { data: login } = await anonymous.POST('/api/v1/auth/login', { body: { email, password } })
const authorization = `Bearer ${login!.data.accessToken}`
const account = createClient<paths>({ baseUrl, headers: { authorization } })
const { data: made } = await account.POST('/api/v1/api-keys', { body: { name: 'generated' } })
const directory = createClient<paths>({ baseUrl, headers: { 'x-api-key': made!.data.key } })

const results: components['schemas']['SearchResult'][] = []
for (const body of searches) {
  const { data, error } = await directory.POST('/api/v1/organizations/search', { body })
  if (!data) throw new Error(error.error.message)
  results.push(data.data)
}

// A page and the one after it: `_sort` is of the type that `search_after` takes
const sorted: components['schemas']['SearchBody'] = {
  query: { match_all: {} },
  sort: [{ founded_year: { order: 'desc' } }, 'id'],
  size: 2,
}
const index = 'organization-entity'
const search = (body: components['schemas']['SearchBody']) =>
  directory.POST('/api/v1/organizations/search', { body: { index, body } })
const first = await search(sorted)
const after = first.data!.data.results.at(-1)!._sort!
const second = await search({ ...sorted, search_after: after })
const ids = [first, second].flatMap(({ data }) => data!.data.results.map(({ id }) => id))

const counted = await search({
  query: { match_all: {} },
  size: 0,
  aggs: { regions: { terms: { field: 'region' } } },
})
const buckets = counted.data!.data.aggregations!.regions!.buckets

const request: components['schemas']['SearchRequest'] = { index, body: sorted }
const explained = await directory.POST('/api/v1/organizations/search/explain', { body: request })
const refused = await search({ query: { match_all: {} }, size: 100_000 })
const code: ErrorCode = refused.error!.error.code
const mistakes =
  refused.error!.error.code === 'VALIDATION_ERROR' ? Object.keys(refused.error!.error.details) : []

// The search templates, and a tool of MCP
const found = await directory.GET('/api/v1/organizations', {
  params: {
    query: {
      ...{ q: 'foundation', region: ['CA'], founded_from: 1900, size: 2 },
      ...{ near: 'Fresno', radius: '300 mi' },
      ...{ fields: ['id', 'name'], facets: ['region', 'founded'] },
    },
  },
})
const one = (id: string) =>
  directory.GET('/api/v1/organizations/{id}', { params: { path: { id } } })
const organization = await one('32-6868679')
const name: string | undefined = organization.data!.data.organization.name
if (name === undefined) throw new Error('an organization without a name')
const missing: ErrorCode = (await one('org-9999')).error!.error.code
const suggested = await directory.GET('/api/v1/organizations/suggest', {
  params: { query: { q: 'rho' } },
})
const asked = {
  found: found.data!.data,
  organization: organization.data!.data,
  suggested: suggested.data!.data,
}
const params = { name: 'get_organization', arguments: { id: '32-6868679' } }
const called = await directory.POST('/api/v1/mcp', {
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
})
const [content] = called.data!.result!.content as { text: string }[]
const tool = JSON.parse(content!.text)

const accepted: boolean = explained.data!.data.accepted
const templates = { asked, missing, tool }
console.log(JSON.stringify({ results, ids, buckets, accepted, code, mistakes, ...templates }))
