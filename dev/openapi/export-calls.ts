import { type Call, type Examples, everywhere, ofSearches } from './call.js'
import { exactly, headersNamed, ref, type Schema } from './json-schema.js'

const cursor: Schema = {
  ...{ name: 'cursor', in: 'query', required: false },
  description: 'The last cursor of an interrupted export: continues after its row.',
  schema: { type: 'string' },
}

const headers = ['X-Request-Id', 'X-Query-Cost', 'Cache-Control']

const rows: Schema = {
  description:
    'All hits. The last row of each page has `_cursor`; it is `null` (in a table `end`) in the ' +
    'last row of all. An export that ends early ends with a cursor, which is the trailer ' +
    '`X-Next-Cursor` too.',
  headers: headersNamed(headers),
  content: {
    'application/x-ndjson': {
      schema: { type: 'string', description: 'A JSON object in each line.' },
    },
    'text/csv': { schema: { type: 'string', description: 'A table with a header (RFC 4180).' } },
  },
}

const common = {
  path: '/api/v1/organizations/export',
  tag: 'Organizations',
  isAddition: true,
  access: 'any',
  success: { status: 200, data: 'plain' },
  codes: [...everywhere, ...ofSearches, 'ELASTICSEARCH_UNAVAILABLE'],
  responses: { 200: rows },
} as const

const description =
  'As NDJSON or CSV by `Accept`, compressed by gzip where the client takes it, of one point in ' +
  'time. The rules and the cost of a search apply.'

/** The two forms of an export. @param bodies Searches that the examples are made of. */
export function exportCalls(bodies: Examples): Call[] {
  const [name, { value }] = Object.entries(bodies)[0]!
  const { index, body } = value as { index: string; body: { query: unknown } }
  return [
    {
      ...common,
      method: 'GET',
      operationId: 'exportAll',
      summary: 'Export organizations, by a URL',
      description,
      parameters: [
        {
          ...{ name: 'index', in: 'query', required: true, description: 'As of a search.' },
          schema: { type: 'string' },
          example: 'organization-entity',
        },
        {
          ...{ name: 'body', in: 'query', required: false },
          description: 'As JSON: `query`, `sort` and `_source` of a search; all documents without.',
          schema: { type: 'string' },
        },
        cursor,
      ],
    },
    {
      ...common,
      method: 'POST',
      operationId: 'export',
      summary: 'Export organizations',
      description,
      parameters: [cursor],
      body: {
        schema: ref('ExportRequest'),
        examples: { [name]: { value: { index, body: { query: body.query } } } },
      },
    },
  ]
}

/** The body of an export. @param search Schema of the request of a search. */
export function exportRequest(search: Schema): Schema {
  const { index } = search.properties as { index: Schema }
  return exactly({ index, body: ref('ExportBody') })
}

/** Its `body`. @param search Schema of the body of a search. */
export function exportBody(search: Schema): Schema {
  const { query, sort, _source } = search.properties as Record<'query' | 'sort' | '_source', Schema>
  return exactly({ query, sort, _source }, ['sort', '_source'])
}
