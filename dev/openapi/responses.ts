import { type ErrorCode, type ErrorKind, errorKinds } from '../../kit/errors.js'
import { exampleAnswer, headersOf } from '../error-list.js'
import { exactly, ref, type Schema } from './json-schema.js'

const texts = (description: string): Schema => ({ type: 'array', items: { type: 'string' }, description })
const credential = exactly(
  {
    headers: texts('Headers that carry a credential which this call takes.'),
    found: { type: 'string', description: 'What was mixed up.' },
  },
  ['headers', 'found'],
)

/** `error.details`, where a code tells more than nothing. */
const details: Partial<Record<ErrorCode, Schema>> = {
  AUTHENTICATION_REQUIRED: credential,
  UNAUTHORIZED: credential,
  FORBIDDEN: exactly({
    required: texts('Scopes that the call requires.'),
    granted: texts('Scopes that the caller has.'),
  }),
  VALIDATION_ERROR: {
    type: 'object',
    description: 'Each wrong field with all its mistakes.',
    additionalProperties: exactly({ _errors: { type: 'array', items: { type: 'string' }, minItems: 1 } }),
    minProperties: 1,
  },
  ELASTICSEARCH_UNAVAILABLE: exactly({ version: { type: 'string', description: 'Version of the search engine.' } }),
}

const codes = Object.keys(errorKinds) as ErrorCode[]

/** `error` of the envelope, by code. */
export function errorSchemasOf(told: ReadonlySet<ErrorCode>): Record<string, Schema> {
  return Object.fromEntries(
    [...told].map((code) => {
      const { cause, remedy }: ErrorKind = errorKinds[code]
      const members = {
        code: { const: code },
        message: { type: 'string', description: 'For people.' },
        details: details[code] ?? exactly({}),
      }
      return [code, { ...exactly(members), description: `${cause} ${remedy}` }]
    }),
  )
}

/** An example of each code. */
export function errorExamplesOf(told: ReadonlySet<ErrorCode>): Record<string, Schema> {
  return Object.fromEntries(
    [...told].map((code) => [code, { summary: errorKinds[code].cause, value: exampleAnswer(code) }]),
  )
}

const names: Readonly<Record<number, string>> = {
  400: 'The request is malformed or breaks a rule',
  401: 'The credential is missing or not accepted',
  403: 'The credential lacks a scope',
  404: 'There is no such record',
  406: 'The Accept header rules the answer out',
  408: 'The request did not arrive in time',
  413: 'The body is too large',
  414: 'The request target is too long',
  415: 'The body is of another type',
  429: 'A limit is used up',
  431: 'The header fields are too large',
  500: 'Something went wrong inside',
  502: 'The service behind cannot be reached',
  503: 'Not right now',
  504: 'The service behind did not answer in time',
}

/** A set of codes of one status as a response; one that several calls share stands in the document once. */
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
  return [...byStatus].map(([status, of]) => ({ name: of.join('.'), status, response: responseOf(status, of) }))
}

function responseOf(status: number, of: readonly ErrorCode[]): Schema {
  const error = of.length === 1 ? ref(of[0]!) : { oneOf: of.map(ref) }
  const lines = of.map((code) => `- \`${code}\`: ${errorKinds[code].cause} ${errorKinds[code].remedy}`)
  const headers = [...new Set(of.flatMap(headersOf))].filter((name) => !name.startsWith('RateLimit'))
  return {
    description: `${names[status]}.\n\n${lines.join('\n')}`,
    headers: Object.fromEntries(
      ['X-Request-Id', ...headers].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    ),
    content: {
      'application/json': {
        schema: exactly({ status: { const: 'error' }, error, meta: ref('Meta') }),
        examples: Object.fromEntries(of.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}
