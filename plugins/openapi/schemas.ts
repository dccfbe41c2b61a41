import { isObject } from '../../kit/config/objects.js'
import { exactly, ref, type Schema } from '../kit/declared-operation.js'

export { exactly, headersNamed, ref, type Schema } from '../kit/declared-operation.js'

/** A JSON object of members that the document does not name. */
export const anyObject: Schema = { type: 'object', additionalProperties: true }

/** A number of double precision; without `format` Go clients take 32 bits. */
export const double: Schema = { type: 'number', format: 'double' }

/** A whole number beyond 32 bits; without `format` Java clients take 32 bits. */
export const long: Schema = { type: 'integer', format: 'int64' }

/** The types of the tables besides those of JSON Schema. */
const namedTypes: Readonly<Record<string, Schema>> = {
  any: anyObject,
  double,
  long,
  count: { ...long, minimum: 0 },
  time: { type: 'string', format: 'date-time' },
  day: { type: 'string', format: 'date' },
  uuid: { type: 'string', format: 'uuid' },
  texts: { type: 'array', items: { type: 'string' } },
}

/** A schema of the tables (tables/schemas.yml says how they are written) as JSON Schema. */
export function toSchema(written: unknown): Schema {
  if (typeof written === 'string') return { type: 'string', description: written }
  if (!isObject(written)) throw new Error(`not a schema: ${JSON.stringify(written)}`)
  const { properties, optional, ...rest } = mapParts(written, toSchema)
  const { $ref, type } = rest
  if (typeof $ref === 'string') return ref($ref)
  const named = typeof type === 'string' ? namedTypes[type] : undefined
  if (named) return { ...rest, ...named, ...('minimum' in rest && { minimum: rest.minimum }) }
  if (!isObject(properties)) return rest
  if (type !== undefined) return { ...rest, properties }
  return {
    ...rest,
    ...exactly(properties as Record<string, Schema>, optional as readonly string[]),
  }
}

/** A schema with each schema inside it replaced. @param convert Gets the name of a property too. */
export function mapParts(
  schema: Schema,
  convert: (part: Schema, property?: string) => Schema,
): Record<string, unknown> {
  const { properties, items, additionalProperties, anyOf } = schema
  const entries = isObject(properties) ? Object.entries(properties as Record<string, Schema>) : []
  return {
    ...schema,
    ...(isObject(properties) && {
      properties: Object.fromEntries(entries.map(([name, part]) => [name, convert(part, name)])),
    }),
    ...(isObject(items) && { items: convert(items) }),
    ...(isObject(additionalProperties) && { additionalProperties: convert(additionalProperties) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map((part: Schema) => convert(part)) }),
  }
}

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
  const flat = schemas.flatMap((one): readonly Schema[] => readUnion(one) ?? [one])
  const distinct = [...new Map(flat.map((one) => [JSON.stringify(one), one])).values()]
  return distinct.length === 1 ? distinct[0]! : { anyOf: distinct }
}

/** The schemas of a union that says nothing else. */
function readUnion(schema: Schema): readonly Schema[] | undefined {
  const isBare = Object.keys(schema).join() === 'anyOf'
  return isBare ? (schema.anyOf as readonly Schema[]) : undefined
}

type Schemas = Readonly<Record<string, Schema>>

const prefix = '#/components/schemas/'

/** The schemas that some parts of a document refer to, and those that these refer to. */
export function selectUsed(schemas: Schemas, parts: unknown): Schemas {
  const used = new Set<string>()
  const follow = (part: unknown): void => {
    for (const name of listNames(part)) {
      if (used.has(name)) continue
      used.add(name)
      follow(schemas[name])
    }
  }
  follow(parts)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
}

/** The names of the schemas that a part refers to, by `$ref` or by a discriminator. */
function listNames(part: unknown): string[] {
  if (typeof part === 'string') return part.startsWith(prefix) ? [part.slice(prefix.length)] : []
  if (Array.isArray(part)) return part.flatMap(listNames)
  return isObject(part) ? Object.values(part).flatMap(listNames) : []
}
