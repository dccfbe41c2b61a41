import { texts } from '../../kit/api/errors.js'
import { ifNoneMatch, rateLimits } from '../../plugins/kit/declared-operation.js'
import type { Document } from '../../plugins/openapi/document-file.js'
import { withTemplate } from '../../plugins/openapi/templates.js'
import { exampleMeta } from '../error-list.js'
import { answerExamples } from './answer-examples.js'
import { answerSchemas } from './answers.js'
import type { Call, Success } from './call.js'
import { allCalls, searchRequest } from './calls.js'
import { exportBody, exportRequest } from './export-calls.js'
import { grammarSchemas } from './grammar.js'
import {
  anyObject,
  double,
  exactly,
  headersNamed,
  oneOfTexts,
  ref,
  type Schema,
} from './json-schema.js'
import { mcpSchemas } from './mcp-call.js'
import { errorExamplesOf, errorSchemasOf, refusalsOf } from './responses.js'
import { withShared } from './shared.js'
import { shippedTemplates } from './templates.js'

/** What the document is made of besides the code. */
export interface Sources {
  /** Version of the product. */
  version: string
  /** docs/queries.md, whose searches are the examples. */
  queries: string
}

const description = `Search a public directory of nonprofit organizations with your own Elasticsearch 9 queries.

Log in, create an API key, search. Every response is one JSON envelope. Check \`status\`
(\`success\` or \`error\`) first; \`data\` or \`error\` contains the rest, and \`meta.requestId\` is the
header \`X-Request-Id\` and the correlation ID for the operator's log. Distinguish errors by
\`error.code\`.

Send one credential per request; the same one in several places counts once. Bodies are
\`application/json\` in UTF-8, without Content-Encoding. An unknown path is NOT_FOUND, another
method METHOD_NOT_ALLOWED with \`Allow\`; HEAD works wherever GET does. \`x-addition\` marks calls and members that were added to the first version of the API.`

/** The header fields that answers carry. */
const headers: Readonly<Record<string, Schema>> = {
  'X-Request-Id': header('Unique id of the request, equal to `meta.requestId`.', {
    type: 'string',
  }),
  'RateLimit-Policy': header(
    'The limits of this call, such as `"requests-per-owner";q=600;w=60`: 600 in 60 seconds.',
    { type: 'string' },
  ),
  RateLimit: header(
    'What is left of each limit, such as `"requests-per-owner";r=599;t=42`: 599 for the next 42 seconds.',
    { type: 'string' },
  ),
  'RateLimit-Limit': header('The limit with the least left.', { type: 'integer' }),
  'RateLimit-Remaining': header('Remaining requests in this window.', { type: 'integer' }),
  'RateLimit-Reset': header('Seconds until the window ends.', { type: 'integer' }),
  'Retry-After': header('Seconds to wait before a retry.', { type: 'integer', minimum: 1 }),
  'WWW-Authenticate': header('How to authenticate.', { type: 'string' }),
  'X-Query-Cost': header('Cost of the search.', double),
  ETag: header('Tag of the content, for `If-None-Match`.', { type: 'string' }),
  'Set-Cookie': header('The cookie of a page; `Max-Age=0` removes it.', { type: 'string' }),
  'Cache-Control': header('Who may cache the response.', { type: 'string' }),
}

function header(told: string, schema: Schema): Schema {
  return { description: told, required: true, schema }
}

const securitySchemes = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'PASETO v4.public',
    description: 'An access token, from the login.',
  },
  apiKeyBearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'npd_…',
    description: 'An API key as a bearer.',
  },
  apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key.' },
  apiKeyQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'api_key',
    description:
      'An API key. Discouraged, because URLs end up in logs; the operator can switch it off.',
  },
}

const ways: Readonly<Record<Call['access'], readonly Schema[]>> = {
  none: [],
  token: [{ accessToken: [] }],
  any: [{ accessToken: [] }, { apiKeyBearer: [] }, { apiKeyHeader: [] }, { apiKeyQuery: [] }],
}

/** The OpenAPI 3.1 document of the public API, with the limits as shipped. */
export function openapiDocument({ version, queries }: Sources): Schema {
  const calls = allCalls(queries)
  const refusals = calls.flatMap(({ codes }) => refusalsOf(codes))
  const told = new Set(calls.flatMap(({ codes }) => codes))
  const grammar = withShared(grammarSchemas())
  const paths = [...new Set(calls.map(({ path }) => path))].map((path) => {
    const ofPath = calls.filter((call) => call.path === path)
    return [
      path,
      Object.fromEntries(ofPath.map((call) => [call.method.toLowerCase(), operationOf(call)])),
    ]
  })
  const document = {
    openapi: '3.1.1',
    info: { title: 'Nonprofit Organization Directory API', version, description },
    servers: [{ url: '/' }],
    tags: [
      { name: 'Login and sessions', description: 'Tokens for an e-mail address and its password.' },
      {
        name: 'API keys',
        description:
          'Made, listed, narrowed, rotated and revoked by their owner, with an access token.',
      },
      {
        name: 'Users',
        description: 'The accounts, for users with the scope `users:manage`, with an access token.',
      },
      {
        name: 'Organizations',
        description: 'Searches, with a token or an API key of the scope `organizations:read`.',
      },
      {
        name: 'About',
        description: 'What describes the API; pages for people, which the operator may switch off.',
      },
    ],
    paths: Object.fromEntries(paths),
    components: {
      schemas: {
        SearchRequest: searchRequest,
        ExportRequest: exportRequest(searchRequest),
        ...grammar,
        ExportBody: exportBody(grammar.SearchBody!),
        ...answerSchemas,
        ...mcpSchemas,
        ...envelopeSchemasOf(calls),
        ...errorSchemasOf(told),
      },
      responses: Object.fromEntries(refusals.map(({ name, response }) => [name, response])),
      headers,
      examples: errorExamplesOf(told),
      securitySchemes,
    },
  }
  return shippedTemplates().reduce(
    (whole, [path, operation]) => withTemplate(whole, path, operation),
    document as unknown as Document,
  )
}

function operationOf(call: Call): Schema {
  const { operationId, tag, summary, description, isAddition, access, responses } = call
  const { parameters = [], body, codes } = call
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...(isAddition && { 'x-addition': true }),
    security: ways[access],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !body.optional,
        content: { 'application/json': { schema: body.schema, examples: body.examples } },
      },
    }),
    responses: {
      [call.success.status]: successOf(call),
      ...(parameters.includes(ifNoneMatch) && {
        304: {
          description: 'Nothing has changed.',
          headers: headersNamed(['X-Request-Id', 'ETag', ...rateLimits]),
        },
      }),
      ...Object.fromEntries(
        refusalsOf(codes).map(({ status, name }) => [
          status,
          { $ref: `#/components/responses/${name}` },
        ]),
      ),
      ...responses,
    },
  }
}

function successOf({ summary, success }: Call): Schema {
  const { data, orPage, headers: own = [] } = success
  return {
    description: `${summary}: success.`,
    headers: headersNamed(['X-Request-Id', ...rateLimits, ...own]),
    content: {
      ...(!isText(data) && {
        'application/json': data === 'plain' ? { schema: anyObject } : envelopeOf(success),
      }),
      ...((data === 'page' || orPage) && { 'text/html': { schema: { type: 'string' } } }),
      ...(data === 'text' && { 'text/plain': { schema: { type: 'string' } } }),
    },
  }
}

const isText = (data: string) => data === 'page' || data === 'text'

function envelopeOf({ data, message }: Success): Schema {
  const example = {
    status: 'success',
    data: answerExamples[data],
    ...(message && { message: texts.storeKey }),
    meta: exampleMeta,
  }
  return { schema: ref(`${data}Envelope`), example }
}

/** The envelopes of good answers, by what they hold. */
function envelopeSchemasOf(calls: readonly Call[]): Record<string, Schema> {
  const enveloped = calls.filter(({ success }) => success.data !== 'plain' && !isText(success.data))
  return Object.fromEntries(
    enveloped.map(({ success: { data, message } }) => [
      `${data}Envelope`,
      exactly({
        status: oneOfTexts('success'),
        data: ref(data),
        ...(message && { message: { type: 'string', description: texts.storeKey } }),
        meta: ref(data === 'SearchResult' ? 'SearchMeta' : 'Meta'),
      }),
    ]),
  )
}
