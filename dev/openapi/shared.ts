import { isObject } from '../../kit/config/objects.js'
import { ref, type Schema } from './json-schema.js'

type Schemas = Readonly<Record<string, Schema>>
/** Visits a schema. @param path The names of the members above it, the outermost first. */
type Visit = (schema: Schema, path: readonly string[]) => Schema

/**
 * Gives each object that occurs in several places a name, and refers to it there. Generators of
 * clients make one type of it then; of equal objects without a name they make several, whose names
 * may clash.
 */
export function withShared(schemas: Schemas): Record<string, Schema> {
  const repeated = repeatedIn(schemas)
  const names = new Map<string, string>()
  const shared: Record<string, Schema> = {}
  const replace: Visit = (schema, path) => {
    const text = JSON.stringify(schema)
    if (!repeated.has(text)) return eachPart(schema, path, replace)
    const known = names.get(text)
    if (known !== undefined) return ref(known)
    const name = freeName(path, { ...schemas, ...shared })
    names.set(text, name)
    shared[name] = {}
    shared[name] = eachPart(schema, path, replace)
    return ref(name)
  }
  return { ...eachOf(schemas, [], replace), ...shared }
}

function repeatedIn(schemas: Schemas): ReadonlySet<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  const count: Visit = (schema, path) => {
    const text = JSON.stringify(schema)
    if (isShareable(schema) && seen.has(text)) repeated.add(text)
    else eachPart(schema, path, count)
    seen.add(text)
    return schema
  }
  eachOf(schemas, [], count)
  return repeated
}

/** What has a description or a switch of its own belongs to its place. */
function isShareable(schema: Schema): boolean {
  const hasMembers = isObject(schema.properties) || isObject(schema.additionalProperties)
  return schema.type === 'object' && hasMembers && schema.description === undefined
}

function eachOf(schemas: Schemas, path: readonly string[], visit: Visit): Record<string, Schema> {
  const entries = Object.entries(schemas)
  return Object.fromEntries(entries.map(([name, schema]) => [name, visit(schema, [...path, name])]))
}

/** A schema with its parts visited. */
function eachPart(schema: Schema, path: readonly string[], visit: Visit): Schema {
  const { properties, items, additionalProperties, anyOf } = schema
  return {
    ...schema,
    ...(isObject(properties) && { properties: eachOf(properties as Schemas, path, visit) }),
    ...(isObject(items) && { items: visit(items, path) }),
    ...(isObject(additionalProperties) && {
      additionalProperties: visit(additionalProperties, path),
    }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map((one: Schema) => visit(one, path)) }),
  }
}

/** The name of the member that holds it, with as many of those above as it takes to be free. */
function freeName(path: readonly string[], taken: Schemas): string {
  const names = path.map((_, i) =>
    path
      .slice(-1 - i)
      .map(pascal)
      .join(''),
  )
  const free = names.find((name) => !Object.hasOwn(taken, name))
  if (free === undefined) throw new Error(`no free name for the schema at ${path.join('.')}`)
  return free
}

function pascal(name: string): string {
  const words = name.split('_').filter(Boolean)
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}
