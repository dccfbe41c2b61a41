import { type ErrorCode, errorKinds, texts } from '../../kit/api/errors.js'
import { escapeRegExp } from '../../kit/config/texts.js'
import { version } from '../../kit/process/version.js'
import type { EffectiveRules } from '../../packages/query-guard/src/index.js'
import { ifNoneMatch, rateLimits } from '../kit/declared-operation.js'
import type { GatewayView } from '../kit/policy.js'
import { declaredSchemas, listCodes, listServedCalls, type ServedCall } from './calls.js'
import { errorExamples, errorSchemas, exampleMeta, toRefusals } from './errors.js'
import { freeBodies, grammarSchemas } from './grammar.js'
import { describeLimits, readLimits, readRules, readSecurity } from './limits.js'
import { exactly, headersNamed, oneOfTexts, ref, type Schema, selectUsed } from './schemas.js'
import type { Call, Tables } from './tables.js'

/** Who answers for the API, in the words of OpenAPI: members of its `info`. */
export interface OperatorInfo {
  contact?: { name?: string; url?: string; email?: string }
  license?: { name: string; url?: string }
  termsOfService?: string
}

/** How a document is made. */
export interface DocumentOptions {
  /** What the operator adds to `info`. */
  info: OperatorInfo
  /** Whether bodies of searches are objects of any members, in place of the grammar. */
  isFree: boolean
}

/**
 * The OpenAPI 3.1 document of a gateway: the calls that its pipelines answer, with their limits and
 * ways to authenticate.
 */
export function makeDocument(
  tables: Tables,
  view: GatewayView,
  { info, isFree }: DocumentOptions,
): object {
  const served = listServedCalls(tables, view)
  const used = new Set(served.flatMap(({ call }) => listCodes(call, tables)))
  const codes = (Object.keys(errorKinds) as ErrorCode[]).filter((code) => used.has(code))
  const shared = served.filter(({ call }) => !call.isRpc)
  const refusals = shared.flatMap(({ call }) => toRefusals(listCodes(call, tables), tables))
  const paths = makePaths(served, tables)
  const responses = Object.fromEntries(refusals.map(({ name, response }) => [name, response]))
  const schemas = {
    ...searchSchemas(served, isFree),
    ...tables.schemas,
    ...declaredSchemas(tables, view),
    ...Object.fromEntries(served.flatMap(({ call }) => envelopeSchema(call))),
    ...errorSchemas(codes, tables),
  }
  return {
    openapi: '3.1.1',
    info: { ...describeApi(tables), ...info },
    servers: [{ url: '/' }],
    tags: Object.values(tables.groups).map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: selectUsed(schemas, [paths, responses]),
      responses,
      headers: tables.headers,
      examples: errorExamples(codes, tables),
      securitySchemes: tables.securitySchemes,
    },
  }
}

function describeApi({ title, about, description }: Tables): Schema {
  return { title, version, description: `${about}\n\n${description}` }
}

function makePaths(served: readonly ServedCall[], tables: Tables): Record<string, Schema> {
  const paths: Record<string, Record<string, Schema>> = {}
  for (const one of served) {
    paths[one.path] ??= {}
    paths[one.path]![one.method.toLowerCase()] = makeOperation(one, tables)
  }
  return paths
}

function makeOperation({ tag, call, pipeline }: ServedCall, tables: Tables): Schema {
  const { operationId, summary, description, isAddition, access, body } = call
  const limits = readLimits(pipeline)
  const parameters = call.parameters.map((one) =>
    typeof one === 'string' ? tables.parameters[one] : one,
  )
  return {
    operationId,
    tags: [tag],
    summary,
    description: `${description}\n\n${describeLimits(limits)}`,
    ...(isAddition && { 'x-addition': true }),
    security: readSecurity(access, pipeline),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(body, call) }),
    responses: makeResponses(call, tables),
    'x-limits': limits,
  }
}

function requestBody(schema: Schema, { isBodyOptional = false, examples }: Call): Schema {
  return {
    required: !isBodyOptional,
    content: { 'application/json': { schema, ...(examples && { examples }) } },
  }
}

function makeResponses(call: Call, tables: Tables): Record<string, Schema> {
  const { isRpc } = call
  const refusals = toRefusals(listCodes(call, tables), tables, isRpc)
  return {
    [call.status]: goodResponse(call, tables),
    ...(call.parameters.includes(ifNoneMatch.name as string) && {
      304: {
        description: 'Nothing has changed.',
        headers: headersNamed(['X-Request-Id', 'ETag', ...rateLimits]),
      },
    }),
    ...Object.fromEntries(
      refusals.map(({ status, name, response }) => [
        status,
        isRpc ? response : { $ref: `#/components/responses/${name}` },
      ]),
    ),
    ...call.responses,
  }
}

function goodResponse(call: Call, { answers }: Tables): Schema {
  const { summary, data, message, headers, content } = call
  const envelope = data !== undefined && {
    schema: ref(`${data}Envelope`),
    ...(Object.hasOwn(answers, data) && {
      example: {
        status: 'success',
        data: answers[data],
        ...(message && { message: texts.storeKey }),
        meta: exampleMeta,
      },
    }),
  }
  return {
    description: `${summary}: success.`,
    headers: headersNamed(['X-Request-Id', ...rateLimits, ...headers]),
    content: { ...(envelope && { 'application/json': envelope }), ...content },
  }
}

/** The envelope of a good answer, by its name. */
function envelopeSchema({ data, message, meta }: Call): [name: string, schema: Schema][] {
  if (data === undefined) return []
  const schema = exactly({
    status: oneOfTexts('success'),
    data: ref(data),
    ...(message && { message: { type: 'string', description: texts.storeKey } }),
    meta: ref(meta),
  })
  return [[`${data}Envelope`, schema]]
}

/** What callers send to search and to export, by the search rules of the first search call. */
function searchSchemas(served: readonly ServedCall[], isFree: boolean): Record<string, Schema> {
  const search = served.find(({ call }) => call.operationId === 'search')
  const rules = readRules(search?.pipeline)
  if (!rules) return {}
  const index = indexSchema(rules)
  return {
    SearchRequest: exactly({ index, body: ref('SearchBody') }),
    ExportRequest: exactly({ index, body: ref('ExportBody') }),
    ...(isFree ? freeBodies : grammarSchemas(rules)),
  }
}

function indexSchema({ indexPrefixes }: EffectiveRules): Schema {
  return {
    type: 'string',
    description: 'Index pattern: one of the families, and what follows it of `a-z 0-9 . _ - *`.',
    pattern: `^(${indexPrefixes.map(escapeRegExp).join('|')})[a-z0-9._*-]*$`,
    maxLength: 255,
    examples: indexPrefixes.map((prefix) => `${prefix}*`),
  }
}
