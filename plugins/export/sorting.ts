import { validationError } from '../../kit/api/errors.js'
import { isObject } from '../../kit/config/objects.js'

/** A key of a sort: a field, and how to sort by it. */
type OrderKey = Record<string, unknown>

/** The one sort by values of documents that does not begin with a field. */
const geoDistance = '_geo_distance'

/**
 * The order of an export: that of its search, then by a field that every document has once. So the
 * sort values of a row say where it is, also when the indices are read again.
 * @throws ApiError VALIDATION_ERROR for an order that the documents alone do not decide.
 */
export function makeOrder(sort: unknown, uniqueField: string): OrderKey[] {
  const keys = (sort === undefined ? [] : [sort].flat()).flatMap(parseKeys)
  const fields = keys.map((key) => Object.keys(key)[0]!)
  const moving = fields.find((field) => field.startsWith('_') && field !== geoDistance)
  if (moving !== undefined) {
    throw validationError({
      body: ['sort: exports are sorted by fields only; remove _score and _doc'],
    })
  }
  if (fields.includes(uniqueField)) return keys
  // an index without the field is no mistake of the caller
  return [...keys, { [uniqueField]: { order: 'asc', unmapped_type: 'keyword' } }]
}

/** The keys of a clause, which is a field, or an object of fields with their options. */
function parseKeys(clause: unknown): OrderKey[] {
  if (!isObject(clause)) return [{ [String(clause)]: {} }]
  return Object.entries(clause).map(([field, of]) => ({ [field]: parseOptions(field, of) }))
}

/** Without `format`: values are compared as the engine holds them. */
function parseOptions(field: string, written: unknown): unknown {
  if (!isObject(written)) return { order: written }
  if (field === geoDistance) return written // has no format, but names of fields
  const { format, ...options } = written
  return options
}
