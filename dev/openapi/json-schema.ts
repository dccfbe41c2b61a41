import type { ObjectSchema } from 'joi'
import type { Schema } from '../../plugins/kit/declared-operation.js'

export { exactly, headersNamed, ref, type Schema } from '../../plugins/kit/declared-operation.js'

/** A JSON object of members that the document does not name. */
export const anyObject: Schema = { type: 'object', additionalProperties: true }

/** One of several texts; a single one is a `const`, of which generators make no type of its own. */
export function oneOfTexts(...texts: readonly string[]): Schema {
  return { type: 'string', ...(texts.length === 1 ? { const: texts[0] } : { enum: texts }) }
}

/** One of several texts in small or capital letters. An enum would be of small letters only. */
export function inAnyCase(words: readonly string[]): Schema {
  const each = words.map((word) =>
    word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`),
  )
  const [last, ...others] = words.map((word) => `\`${word}\``).reverse()
  const named = others.length > 0 ? `${others.reverse().join(', ')} or ${last}` : last
  return {
    type: 'string',
    pattern: `^(?:${each.join('|')})$`,
    description: `${named}, in any case.`,
  }
}

/**
 * A value of one of several schemas. `type: [a, b]` would be shorter, but generators of typed
 * clients (oapi-codegen, openapi-generator) read only the first type of such a list.
 */
export function anyOf(schemas: readonly Schema[]): Schema {
  const flat = schemas.flatMap((one): readonly Schema[] => unionOf(one) ?? [one])
  const distinct = [...new Map(flat.map((one) => [JSON.stringify(one), one])).values()]
  return distinct.length === 1 ? distinct[0]! : { anyOf: distinct }
}

/** The schemas of a union that says nothing else. */
function unionOf(schema: Schema): readonly Schema[] | undefined {
  const isBare = Object.keys(schema).join() === 'anyOf'
  return isBare ? (schema.anyOf as readonly Schema[]) : undefined
}

/** A number of double precision; without `format` Go clients take 32 bits. */
export const double: Schema = { type: 'number', format: 'double' }

/** A whole number beyond 32 bits; without `format` Java clients take 32 bits. */
export const int64: Schema = { type: 'integer', format: 'int64' }

/**
 * A body as joi exports it. What its export lacks, such as custom checks, is in
 * `meta.schema`.
 */
export function bodySchema(schema: ObjectSchema): Schema {
  const exported: Schema = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
  const { keys } = schema.describe() as { keys: Record<string, { metas?: { schema?: Schema }[] }> }
  const properties = Object.entries(exported.properties as Record<string, Schema>).map(
    ([name, property]) => {
      const told = (keys[name]?.metas ?? []).map((meta) => meta.schema)
      return [name, Object.assign({}, property, ...told)] as const
    },
  )
  return { ...exported, properties: Object.fromEntries(properties) }
}
