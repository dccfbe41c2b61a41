import { ifNoneMatch } from '../../plugins/kit/declared-operation.js'
import { authCalls } from './auth-calls.js'
import { type Call, everywhere, ofCredentials, ofSearches } from './call.js'
import { exportCalls } from './export-calls.js'
import { exactly, oneOfTexts, ref, type Schema } from './json-schema.js'
import { mcpCall } from './mcp-call.js'
import { everydayBodies } from './queries.js'

const freeQueries: Schema = {
  ...{ name: 'queries', in: 'query', required: false },
  description: 'free: bodies of searches are objects of any members, in place of the grammar.',
  schema: oneOfTexts('free'),
}

const usageParameters: readonly Schema[] = [
  timeParameter('from', 'The first day in UTC, or a time; at most 35 days before the end of `to`.'),
  timeParameter('to', 'The last day in UTC, or the time after the last hour; by default today.'),
  {
    ...{ name: 'by', in: 'query', required: false, description: 'Unit of a row, by default day.' },
    schema: ref('UsageBy'),
  },
]

const allLimits: Schema = {
  ...{ name: 'all', in: 'query', required: false },
  description: 'Whether the limits of the address are listed, too, among them those of pages.',
  schema: { type: 'boolean', default: false },
}

function timeParameter(name: string, description: string): Schema {
  const schema = { type: 'string', examples: ['2026-01-31', '2026-01-31T12:00:00Z'] }
  return { name, in: 'query', required: false, description, schema }
}

/**
 * Every call, in the order of the documentation. @param queries docs/queries.md, whose searches are
 * the examples.
 */
export function allCalls(queries: string): Call[] {
  const bodies = everydayBodies(queries)
  return [
    ...authCalls(),
    {
      method: 'POST',
      path: '/api/v1/organizations/search',
      operationId: 'search',
      tag: 'Organizations',
      summary: 'Search organizations',
      description:
        'Any Elasticsearch 9 query that the search rules allow, over one of three index ' +
        'families. The response is complete or an error.',
      isAddition: false,
      access: 'any',
      body: { schema: ref('SearchRequest'), examples: bodies },
      success: { status: 200, data: 'SearchResult', headers: ['X-Query-Cost'] },
      codes: [...everywhere, ...ofSearches, 'ELASTICSEARCH_UNAVAILABLE'],
    },
    {
      method: 'POST',
      path: '/api/v1/organizations/search/explain',
      operationId: 'explain',
      tag: 'Organizations',
      summary: 'Explain a search (dry run)',
      description:
        'Its cost and its errors, without running it. A search that the rules refuse ' +
        'is a 200 here, too.',
      isAddition: true,
      access: 'any',
      body: { schema: ref('SearchRequest'), examples: bodies },
      success: { status: 200, data: 'Explanation', headers: ['Cache-Control'] },
      codes: [...everywhere, ...ofSearches],
    },
    ...exportCalls(bodies),
    {
      method: 'GET',
      path: '/api/v1/organizations/fields',
      operationId: 'fields',
      tag: 'Organizations',
      summary: 'List the fields',
      description: 'The fields of each index family, with type, uses, sub-fields and an example.',
      isAddition: true,
      access: 'any',
      parameters: [ifNoneMatch],
      success: { status: 200, data: 'FieldFamilies', headers: ['ETag', 'Cache-Control'] },
      codes: [...everywhere, ...ofSearches, 'ELASTICSEARCH_UNAVAILABLE'],
    },
    mcpCall,
    {
      method: 'GET',
      path: '/api/v1/limits',
      operationId: 'limits',
      tag: 'About',
      summary: 'Your limits',
      description:
        'The limits of the credential, what is left of them, and when they reset. This call ' +
        'counts against none of them.',
      isAddition: true,
      access: 'any',
      parameters: [allLimits],
      success: { status: 200, data: 'CallerLimits', headers: ['Cache-Control'] },
      codes: [...everywhere, ...ofCredentials, 'SERVICE_UNAVAILABLE'],
    },
    {
      method: 'GET',
      path: '/api/v1/usage',
      operationId: 'usage',
      tag: 'About',
      summary: 'Your usage',
      description:
        'Requests, query cost, bytes and errors by day, hour or key, up to a minute late, of ' +
        'the last 35 days. An access token returns the usage of its owner, an API key its ' +
        'own.',
      isAddition: true,
      access: 'any',
      parameters: usageParameters,
      success: { status: 200, data: 'Usage', headers: ['Cache-Control'] },
      codes: [...everywhere, ...ofCredentials, 'SERVICE_UNAVAILABLE'],
    },
    {
      method: 'GET',
      path: '/api/v1/openapi.json',
      operationId: 'openapi',
      tag: 'About',
      summary: 'This document',
      description:
        'OpenAPI 3.1, with the current limits. Not in an envelope. Generators of clients read the ' +
        'lean form, `?queries=free`.',
      isAddition: true,
      access: 'none',
      parameters: [freeQueries, ifNoneMatch],
      success: { status: 200, data: 'plain', headers: ['ETag', 'Cache-Control'] },
      codes: everywhere,
    },
    {
      ...ofPages,
      path: '/',
      operationId: 'welcome',
      summary: 'The directory, or a list of endpoints',
      description: 'A page for browsers; an envelope with a list of endpoints for JSON clients.',
      success: { status: 200, data: 'Welcome', orPage: true, headers: ['Cache-Control'] },
      codes: everywhere,
    },
    {
      ...ofPages,
      path: '/llms.txt',
      operationId: 'llmsText',
      summary: 'Description for language models',
      description: 'The main calls, credentials and links, as plain text (llmstxt.org).',
      success: { status: 200, data: 'text', headers: ['ETag', 'Cache-Control'] },
    },
    {
      ...ofPages,
      path: '/docs',
      operationId: 'docsPage',
      summary: 'API reference',
      description: 'Interactive API reference. Guides are listed at /docs/guides.',
      success: { status: 200, data: 'page', headers: ['ETag', 'Cache-Control'] },
    },
    {
      ...ofPages,
      path: '/try',
      operationId: 'tryPage',
      summary: 'A page that composes searches',
      description: 'Log in or paste a key, compose a search, see its results.',
      success: { status: 200, data: 'page', headers: ['ETag', 'Cache-Control'] },
    },
    {
      ...ofPages,
      path: '/account',
      operationId: 'accountPage',
      summary: 'A page for users',
      description: 'Sign in, create and manage API keys, see usage and limits.',
      success: { status: 200, data: 'page', headers: ['ETag', 'Cache-Control'] },
    },
  ]
}

/** What the pages have in common. They take any Accept header. */
const ofPages = {
  method: 'GET',
  tag: 'About',
  isAddition: true,
  access: 'none',
  parameters: [ifNoneMatch],
  codes: everywhere.filter((code) => code !== 'NOT_ACCEPTABLE'),
} as const

/** The body of a search. */
export const searchRequest = exactly({
  index: {
    type: 'string',
    description: 'Index pattern: one of the families, and what follows it of `a-z 0-9 . _ - *`.',
    pattern: '^(map-serp|organization-entity|organization-serp)[a-z0-9._*-]*$',
    maxLength: 255,
    examples: ['organization-serp*', 'organization-entity*', 'map-serp*'],
  },
  body: ref('SearchBody'),
})
