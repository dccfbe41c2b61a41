import { engineReasons } from '../../kit/api/engine-unavailable.js'
import { type Failure, toRpcFailure } from '../../kit/api/envelope.js'
import { type ErrorCode, type ErrorKind, errorKinds } from '../../kit/api/errors.js'
import { limitReasons, queueReasons } from '../../kit/api/rate-limited.js'
import { anyOf, exactly, headersNamed, oneOfTexts, ref, type Schema } from './schemas.js'
import type { Tables } from './tables.js'

/** Every code, in the order of the error table. */
const codes = Object.keys(errorKinds) as ErrorCode[]

/** The tables of `details.reason`, by the schema of the details. */
const reasonTables = {
  EngineDetails: engineReasons,
  LimitDetails: limitReasons,
  QueueDetails: queueReasons,
} as const

/** Values that differ with each request, as the examples show them. */
export const exampleMeta = {
  requestId: '6f1c3a52-8a0e-4d2b-9c57-0b1f6f0e8d11',
  timestamp: '2030-01-31T12:00:00.000Z',
}

/** The whole answer with a code, as the examples show it. */
export function exampleAnswer(code: ErrorCode, { errors }: Pick<Tables, 'errors'>): Failure {
  const { message, details = {} } = errors[code]!
  return { status: 'error', error: { code, message, details }, meta: exampleMeta }
}

/**
 * The envelope of every error, its `error` by code, and their details. The envelope has a name, and
 * every response refers to it: generators of clients make one type of it, not one for each status
 * of each call.
 */
export function errorSchemas(used: readonly ErrorCode[], tables: Tables): Record<string, Schema> {
  const names = used.map((code) => [code, toSchemaName(code)] as const)
  const error = {
    oneOf: names.map(([, name]) => ref(name)),
    discriminator: {
      propertyName: 'code',
      mapping: Object.fromEntries(names.map(([code, name]) => [code, ref(name).$ref])),
    },
  }
  return {
    ErrorEnvelope: exactly({ status: oneOfTexts('error'), error, meta: ref('Meta') }),
    ...Object.fromEntries(names.map(([code, name]) => [name, errorSchema(code, tables)])),
    ...detailSchemas(tables),
  }
}

/** `RATE_LIMITED` is `RateLimitedError`. */
function toSchemaName(code: ErrorCode): string {
  const words = code.split('_').map((word) => word[0] + word.slice(1).toLowerCase())
  return words.at(-1) === 'Error' ? words.join('') : `${words.join('')}Error`
}

function errorSchema(code: ErrorCode, { errors }: Tables): Schema {
  const { cause, remedy }: ErrorKind = errorKinds[code]
  const members = {
    code: oneOfTexts(code),
    message: { type: 'string', description: 'For people.' },
    details: ref(errors[code]?.schema ?? 'NoDetails'),
  }
  return { ...exactly(members), description: `${cause} ${remedy}` }
}

/** The schemas of details whose `reason` is one of a table. */
function detailSchemas({ schemas }: Tables): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(reasonTables).map(([name, reasons]) => {
      const rows = Object.entries(reasons)
      const texts = rows.map(([reason, { cause, remedy }]) => `\`${reason}\`: ${cause} ${remedy}`)
      const reason = {
        ...oneOfTexts(...Object.keys(reasons)),
        description: texts.join(' '),
      }
      const schema = schemas[name]!
      return [name, { ...schema, properties: { ...(schema.properties as object), reason } }]
    }),
  )
}

/** An example of each code. */
export function errorExamples(used: readonly ErrorCode[], tables: Tables): Record<string, Schema> {
  return Object.fromEntries(
    used.map((code) => [
      code,
      { summary: errorKinds[code].cause, value: exampleAnswer(code, tables) },
    ]),
  )
}

/** A set of codes of one status as a response, which the calls that have the same set share. */
export interface Refusal {
  name: string
  status: number
  response: Schema
}

/**
 * The refusals of a call by status, for the codes that it may answer with.
 * @param isRpc Whether they are messages of JSON-RPC, but for those of the connection.
 */
export function toRefusals(
  possible: readonly ErrorCode[],
  tables: Tables,
  isRpc = false,
): Refusal[] {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes.filter((one) => possible.includes(one))) {
    const { status } = errorKinds[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return [...byStatus].map(([status, ofStatus]) => ({
    name: ofStatus.join('.'),
    status,
    response: refusalResponse(status, ofStatus, tables, isRpc),
  }))
}

function refusalResponse(
  status: number,
  of: readonly ErrorCode[],
  tables: Tables,
  isRpc: boolean,
): Schema {
  const { description, headers = [] } = tables.statuses[status]!
  const example = (code: ErrorCode) =>
    isRpc
      ? { value: toRpcFailure(exampleAnswer(code, tables)) }
      : { $ref: `#/components/examples/${code}` }
  const lines = of.map(
    (code) => `- \`${code}\`: ${errorKinds[code].cause} ${errorKinds[code].remedy}`,
  )
  return {
    description: `${description}.\n\n${lines.join('\n')}`,
    headers: headersNamed(['X-Request-Id', 'Cache-Control', ...headers]),
    content: {
      'application/json': {
        schema: isRpc ? anyOf([ref('ErrorEnvelope'), ref('McpAnswer')]) : ref('ErrorEnvelope'),
        examples: Object.fromEntries(of.map((code) => [code, example(code)])),
      },
    },
  }
}
