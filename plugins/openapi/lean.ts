import { isObject } from '../../kit/config/objects.js'
import type { Document, Part } from './document-file.js'

/** What the search grammar describes. */
const bodies = ['SearchBody', 'ExportBody']

/**
 * The document with bodies of searches as free objects: some generators cannot express the grammar,
 * and the rules validate the bodies all the same.
 */
export function withFreeQueries(document: Document): Document {
  const { components } = document
  const schemas = Object.entries(components.schemas).map(([name, schema]): [string, Part] =>
    bodies.includes(name) ? [name, freeBody(schema)] : [name, schema],
  )
  return withoutUnused({
    ...document,
    components: { ...components, schemas: Object.fromEntries(schemas) },
  })
}

function freeBody({ description }: Part): Part {
  return {
    ...(description !== undefined && { description }),
    type: 'object',
    additionalProperties: true,
  }
}

/** The document without the schemas that nothing refers to. */
export function withoutUnused(document: Document): Document {
  const { components } = document
  const { schemas } = components
  const used = new Set<string>()
  const follow = (part: unknown): void => {
    for (const name of namesIn(part)) {
      if (used.has(name)) continue
      used.add(name)
      follow(schemas[name])
    }
  }
  follow([document.paths, { ...components, schemas: undefined }])
  const kept = Object.entries(schemas).filter(([name]) => used.has(name))
  return { ...document, components: { ...components, schemas: Object.fromEntries(kept) } }
}

const prefix = '#/components/schemas/'

/** The names of the schemas that a part refers to, by `$ref` or by a discriminator. */
function namesIn(part: unknown): string[] {
  if (typeof part === 'string') return part.startsWith(prefix) ? [part.slice(prefix.length)] : []
  if (Array.isArray(part)) return part.flatMap(namesIn)
  return isObject(part) ? Object.values(part).flatMap(namesIn) : []
}
