/** A JSON Schema (draft 2020-12), or any other part of an OpenAPI document. */
export type Schema = Readonly<Record<string, unknown>>

/** What a step declares of the GET that it answers, for the OpenAPI document. */
export interface DeclaredOperation {
  operationId: string
  summary: string
  description: string
  parameters: readonly Schema[]
  /** Schema of `data`. @param record That of a record in it. */
  data(record: Schema): Schema
  /** Whether there may be no such record. */
  mayBeMissing: boolean
  /** Whether it answers as JSON-LD, too. */
  isLinkedData: boolean
}

/** The header fields of limits, in every answer of a call that has some. */
export const rateLimits: readonly string[] = [
  ...['RateLimit-Policy', 'RateLimit'],
  ...['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
]

/** Parameter of a call whose answer may be 304. */
export const ifNoneMatch: Schema = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of an earlier answer: 304 while nothing has changed.',
  schema: { type: 'string' },
}

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** Headers of the document's components, by their names. */
export function headersNamed(names: readonly string[]): Schema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** An object of exactly these members; those that are not named as optional are always there. */
export function exactly(
  properties: Record<string, Schema>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}
