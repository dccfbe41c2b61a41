import { isObject } from '../../kit/config/objects.js'
import { mapParts, ref, type Schema } from './schemas.js'

type Schemas = Readonly<Record<string, Schema>>
/** Visits a schema. @param path The names of the members above it, the outermost first. */
type Visit = (schema: Schema, path: readonly string[]) => Schema

/**
 * Gives each object that occurs in several places a name, and refers to it there. Generators of
 * clients make one type of it then; of equal objects without a name they make several, whose names
 * may clash.
 */
export function shareSchemas(schemas: Schemas): Record<string, Schema> {
  const repeated = findRepeated(schemas)
  const names = new Map<string, string>()
  const shared: Record<string, Schema> = {}
  const replace: Visit = (schema, path) => {
    const text = JSON.stringify(schema)
    if (!repeated.has(text)) return visitParts(schema, path, replace)
    const known = names.get(text)
    if (known !== undefined) return ref(known)
    const name = findFreeName(path, { ...schemas, ...shared })
    names.set(text, name)
    shared[name] = {}
    shared[name] = visitParts(schema, path, replace)
    return ref(name)
  }
  return { ...visitAll(schemas, replace), ...shared }
}

/** The objects that occur more than once, as JSON. */
function findRepeated(schemas: Schemas): ReadonlySet<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  const count: Visit = (schema, path) => {
    const text = JSON.stringify(schema)
    if (isShareable(schema) && seen.has(text)) repeated.add(text)
    else visitParts(schema, path, count)
    seen.add(text)
    return schema
  }
  visitAll(schemas, count)
  return repeated
}

/** What has a description of its own belongs to its place. */
function isShareable(schema: Schema): boolean {
  const hasMembers = isObject(schema.properties) || isObject(schema.additionalProperties)
  return schema.type === 'object' && hasMembers && schema.description === undefined
}

function visitAll(schemas: Schemas, visit: Visit): Record<string, Schema> {
  const entries = Object.entries(schemas)
  return Object.fromEntries(entries.map(([name, schema]) => [name, visit(schema, [name])]))
}

function visitParts(schema: Schema, path: readonly string[], visit: Visit): Schema {
  return mapParts(schema, (part, name) => visit(part, name === undefined ? path : [...path, name]))
}

/** The name of the member that holds it, with as many of those above as it takes to be free. */
function findFreeName(path: readonly string[], taken: Schemas): string {
  const names = path.map((_, i) =>
    path
      .slice(-1 - i)
      .map(toPascalCase)
      .join(''),
  )
  const free = names.find((name) => !Object.hasOwn(taken, name))
  if (free === undefined) throw new Error(`no free name for the schema at ${path.join('.')}`)
  return free
}

function toPascalCase(name: string): string {
  const words = name.split('_').filter(Boolean)
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}
