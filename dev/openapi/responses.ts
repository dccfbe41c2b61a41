import { engineReasons } from '../../kit/api/engine-unavailable.js'
import { type ErrorCode, type ErrorKind, errorKinds } from '../../kit/api/errors.js'
import { limitReasons, queueReasons } from '../../kit/api/rate-limited.js'
import { exampleAnswer, headersOf } from '../error-list.js'
import { exactly, headersNamed, oneOfTexts, ref, type Schema } from './json-schema.js'

const texts = (description: string): Schema => ({
  type: 'array',
  items: { type: 'string' },
  description,
})

type Reasons = Readonly<Record<string, { cause: string; remedy: string }>>

/** The schema of `details.reason`. */
function reasonOf(reasons: Reasons): Schema {
  const told = Object.entries(reasons).map(
    ([reason, { cause, remedy }]) => `\`${reason}\`: ${cause} ${remedy}`,
  )
  return { ...oneOfTexts(...Object.keys(reasons)), description: told.join(' ') }
}

const whole = (description: string): Schema => ({ type: 'integer', minimum: 0, description })

/** Schemas of `error.details`. */
const detailSchemas = {
  NoDetails: exactly({}),
  CredentialDetails: exactly(
    {
      headers: texts('Headers for the credentials that this call accepts.'),
      found: { type: 'string', description: 'What the request contains instead.' },
    },
    ['headers', 'found'],
  ),
  AccessDetails: exactly(
    {
      required: texts('Scopes that the call requires, where one is missing.'),
      granted: texts('Scopes that the caller has, where one is missing.'),
      reason: {
        ...oneOfTexts('address', 'origin'),
        description: 'Which restriction of the credential applies: address or origin.',
      },
    },
    ['required', 'granted', 'reason'],
  ),
  FieldDetails: {
    type: 'object',
    description: 'Each wrong field with all its mistakes.',
    additionalProperties: ref('Problem'),
    minProperties: 1,
  },
  ServiceDetails: exactly(
    {
      reason: {
        description:
          'What is wrong with the service behind the path: failed, unreadable, ' +
          'headers-too-large or credential-refused; absent when it cannot be reached.',
        type: 'string',
      },
      status: { type: 'integer', description: 'Status of its answer, where it failed.' },
    },
    ['reason', 'status'],
  ),
  EngineDetails: exactly({
    version: { type: 'string', description: 'Version of the search engine.' },
    reason: reasonOf(engineReasons),
  }),
  LimitDetails: exactly(
    {
      limit: whole('Maximum per window.'),
      unit: { type: 'string', description: 'What is counted, such as requests or cost.' },
      by: { type: 'string', description: 'What it is counted by, such as address or owner.' },
      windowSeconds: whole('Length of the window; absent for limits without one.'),
      remaining: whole('What is left of the limit.'),
      retryAfterSeconds: whole('As in `Retry-After`.'),
      name: {
        type: 'string',
        description:
          'The name of the limit, such as requests-per-owner; absent where there is a reason.',
      },
      reason: reasonOf(limitReasons),
    },
    ['windowSeconds', 'name', 'reason'],
  ),
  QueueDetails: exactly({ reason: reasonOf(queueReasons) }, ['reason']),
} as const satisfies Record<string, Schema>

/** Which of them a code has; `NoDetails` if it is not here. */
const detailsOf: Partial<Record<ErrorCode, keyof typeof detailSchemas>> = {
  AUTHENTICATION_REQUIRED: 'CredentialDetails',
  UNAUTHORIZED: 'CredentialDetails',
  FORBIDDEN: 'AccessDetails',
  VALIDATION_ERROR: 'FieldDetails',
  UPSTREAM_UNAVAILABLE: 'ServiceDetails',
  ELASTICSEARCH_UNAVAILABLE: 'EngineDetails',
  RATE_LIMITED: 'LimitDetails',
  OVERLOADED: 'QueueDetails',
}

const codes = Object.keys(errorKinds) as ErrorCode[]

/** The name of a code's schema: `RATE_LIMITED` is `RateLimitedError`. */
function schemaNameOf(code: ErrorCode): string {
  const words = code.split('_').map((word) => word[0] + word.slice(1).toLowerCase())
  return words.at(-1) === 'Error' ? words.join('') : `${words.join('')}Error`
}

/**
 * The envelope of every error, its `error` by code, and their details. The envelope has a name, and
 * every response refers to it: generators of clients make one type of it, not one for each status
 * of each call.
 */
export function errorSchemasOf(told: ReadonlySet<ErrorCode>): Record<string, Schema> {
  const names = [...told].map((code) => [code, schemaNameOf(code)] as const)
  const mapping = Object.fromEntries(names.map(([code, name]) => [code, ref(name).$ref]))
  const error = {
    oneOf: names.map(([, name]) => ref(name)),
    discriminator: { propertyName: 'code', mapping },
  }
  return {
    ErrorEnvelope: exactly({ status: oneOfTexts('error'), error, meta: ref('Meta') }),
    ...Object.fromEntries(names.map(([code, name]) => [name, errorSchemaOf(code)])),
    ...detailSchemas,
  }
}

function errorSchemaOf(code: ErrorCode): Schema {
  const { cause, remedy }: ErrorKind = errorKinds[code]
  const members = {
    code: oneOfTexts(code),
    message: { type: 'string', description: 'For people.' },
    details: ref(detailsOf[code] ?? 'NoDetails'),
  }
  return { ...exactly(members), description: `${cause} ${remedy}` }
}

/** An example of each code. */
export function errorExamplesOf(told: ReadonlySet<ErrorCode>): Record<string, Schema> {
  return Object.fromEntries(
    [...told].map((code) => [
      code,
      { summary: errorKinds[code].cause, value: exampleAnswer(code) },
    ]),
  )
}

const names: Readonly<Record<number, string>> = {
  400: 'The request is malformed or breaks a rule',
  401: 'The credential is missing or not accepted',
  403: 'A scope is missing, or the credential may not be used from this address or origin',
  404: 'There is no such record',
  406: 'The Accept header excludes the available formats',
  408: 'The request did not arrive in time',
  413: 'The body is too large',
  414: 'The request target is too long',
  415: 'The body is of another type',
  429: 'Rate limit exceeded',
  431: 'The header fields are too large',
  500: 'Internal error',
  502: 'The upstream service cannot be reached',
  503: 'Not right now',
  504: 'The upstream service did not answer in time',
}

/**
 * A set of codes of one status as a response; one that several calls share is in the document
 * once.
 */
interface Refusal {
  name: string
  status: number
  response: Schema
}

/** The refusals of a call by status, for the codes that it may answer with. */
export function refusalsOf(possible: readonly ErrorCode[]): Refusal[] {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes.filter((one) => possible.includes(one))) {
    const { status }: ErrorKind = errorKinds[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return [...byStatus].map(([status, of]) => ({
    name: of.join('.'),
    status,
    response: responseOf(status, of),
  }))
}

/** The response of some codes of one status. */
export function responseOf(status: number, of: readonly ErrorCode[]): Schema {
  const lines = of.map(
    (code) => `- \`${code}\`: ${errorKinds[code].cause} ${errorKinds[code].remedy}`,
  )
  const headers = [...new Set(of.flatMap(headersOf))].filter(
    (name) => !name.startsWith('RateLimit'),
  )
  return {
    description: `${names[status]}.\n\n${lines.join('\n')}`,
    headers: headersNamed(['X-Request-Id', 'Cache-Control', ...headers]),
    content: {
      'application/json': {
        schema: ref('ErrorEnvelope'),
        examples: Object.fromEntries(
          of.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  }
}
