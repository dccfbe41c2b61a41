import type { CatalogField, CatalogFields } from './fields.js'

/**
 * The fields that references name, such as `name` or `name^2`. None for a pattern or a name that is
 * not a document field.
 */
export type References = (reference: string) => CatalogField | undefined

/** Cached spellings per list of fields. */
const mostKept = 1000
const cached = new WeakMap<CatalogFields, References>()

/** `name` of `name^2`. */
export function withoutBoost(reference: string): string {
  const boost = reference.lastIndexOf('^')
  return boost < 0 ? reference : reference.slice(0, boost)
}

/** Callers repeat the same references: those that name a field are parsed once. */
export function referencesOf(fields: CatalogFields): References {
  const known = cached.get(fields)
  if (known) return known
  const found = new Map<string, CatalogField>()
  const find: References = (reference) => {
    const once = found.get(reference)
    if (once || reference.startsWith('_')) return once
    const field = fields.get(withoutBoost(reference))
    if (field && found.size < mostKept) found.set(reference, field)
    return field
  }
  cached.set(fields, find)
  return find
}
