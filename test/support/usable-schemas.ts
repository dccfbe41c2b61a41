/** A JSON Schema, as far as the rules below look at it. */
interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  maximum?: number
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
}

/** Every schema of the document, with its place. */
function* schemasIn(
  value: unknown,
  path: string[] = [],
): Generator<{ schema: Schema; place: string }> {
  if (typeof value !== 'object' || value === null) return
  if (isSchema(path)) yield { schema: value, place: path.join('/') }
  for (const [name, member] of Object.entries(value)) {
    if (!['example', 'examples', 'default'].includes(name) || path.at(-1) === 'properties')
      yield* schemasIn(member, [...path, name])
  }
}

function isSchema(path: string[]): boolean {
  const [last, above] = path.toReversed()
  const holders = ['properties', 'schemas', 'anyOf', 'oneOf']
  return (
    holders.includes(above!) ||
    (['items', 'schema', 'additionalProperties'].includes(last!) && above !== 'properties')
  )
}

const typeOf = (value: unknown) => (value === null ? 'null' : typeof value)

/**
 * What generators of typed clients stumble over, though JSON Schema allows it. Each made one lose a
 * call or a member.
 */
const usable: Record<string, (schema: Schema, place: string) => boolean> = {
  'an enum has one type, and says it': ({ type, enum: values }) =>
    !values || (typeof type === 'string' && new Set(values.map(typeOf)).size === 1),
  'a const says its type': ({ type, const: value }) => value === undefined || type === typeof value,
  'an array has items': ({ type, items }) => type !== 'array' || items !== undefined,
  'an object says whether it has other members': ({ type, additionalProperties }) =>
    type !== 'object' || additionalProperties !== undefined,
  'several types are an anyOf': ({ type }) =>
    !Array.isArray(type) || (type.length === 2 && type.includes('null')),
  'a number says its width': ({ type, format }) => type !== 'number' || format === 'double',
  'an integer beyond 32 bits says its width': ({ type, format, maximum = 0 }) =>
    type !== 'integer' || maximum <= 2 ** 31 - 1 || format === 'int64',
  'members beside free ones are of their type': ({ properties = {}, additionalProperties }) => {
    if (typeof additionalProperties !== 'object') return true
    const typesOf = (schema: Schema) => (schema.anyOf ?? [schema]).flatMap(({ type = [] }) => type)
    const free = typesOf(additionalProperties)
    return Object.values(properties).every((one) =>
      typesOf(one).every((type) => free.includes(type)),
    )
  },
  'a union is not inside a union': ({ anyOf = [] }) =>
    anyOf.every((one) => Object.keys(one).join() !== 'anyOf'),
  'an envelope has a name': ({ properties = {} }, place) =>
    !(properties.status && properties.meta) || /^components\/schemas\/\w+Envelope$/.test(place),
}

/**
 * Schemas of an OpenAPI document that a generator of typed clients would stumble over: place and
 * broken rule.
 */
export function unusableIn(document: object): string[] {
  return [...schemasIn(document)].flatMap(({ schema, place }) =>
    Object.keys(usable)
      .filter((rule) => !usable[rule]!(schema, place))
      .map((rule) => `${place}: ${rule}`),
  )
}
