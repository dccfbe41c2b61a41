import { parseExact, stringifyExact } from '../json/exact-json.js'
import type { BodyPath } from '../rule/body-path.js'
import { isObject, type JsonObject } from '../rule/json-value.js'
import type { KnownFields } from '../rule/known-fields.js'

/** The parts of a validated body that make up what the engine is sent. */
interface ValidBody {
  body: JsonObject
  /** Places of numbers that JSON.parse has rounded, although their exact digits matter. */
  rounded: readonly BodyPath[]
  known: KnownFields
}

/** The sort values of a missing date (Elasticsearch, Long.MAX_VALUE and Long.MIN_VALUE). */
const [greatest, least] = [2n ** 63n - 1n, -(2n ** 63n)]

/**
 * The text of a validated body. Sort values that are sent back are converted to the form that the
 * engine compares.
 * @param request The text of the request, with the original digits.
 */
export function sentBody({ body, rounded, known }: ValidBody, request: string): string {
  const { search_after, sort } = body
  if (rounded.length > 0) restoreDigits(body, rounded, (parseExact(request) as JsonObject).body)
  if (!Array.isArray(search_after)) return stringifyExact(body)
  const keys = sortKeys(sort)
  const after = search_after.map((value, i) => comparable(value, keys[i], known))
  return stringifyExact({ ...body, search_after: after })
}

function restoreDigits(body: JsonObject, places: readonly BodyPath[], exact: unknown): void {
  for (const place of places) {
    const last = place.at(-1)!
    const holder = place.slice(0, -1)
    getValue(body, holder)[last] = getValue(exact, holder)[last]
  }
}

/** The value at a place visited during validation. */
function getValue(root: unknown, place: BodyPath): JsonObject {
  let found = root as JsonObject
  for (const step of place) found = found[step] as JsonObject
  return found
}

interface SortKey {
  field: string
  options: JsonObject
}

/** The keys of a sort, in order: a field, `{field: order}`, or a list of these. */
function sortKeys(sort: unknown): SortKey[] {
  return [sort].flat().flatMap((clause) =>
    isObject(clause)
      ? Object.entries(clause).map(([field, of]) => ({
          field,
          options: isObject(of) ? of : { order: of },
        }))
      : [{ field: String(clause), options: {} }],
  )
}

/**
 * A sort value as the engine compares it. It reads a text in the field's format, but a document
 * without a date has a number, which `format` shows as null; and clients whose numbers are doubles
 * keep long ones as texts.
 */
function comparable(value: unknown, key: SortKey | undefined, known: KnownFields): unknown {
  if (key === undefined) return value
  const { field, options } = key
  if (options.format !== undefined) return value === null ? missingDate(options) : value
  return isLong(value) && known.kindOf(field) !== 'keyword' ? BigInt(value) : value
}

function missingDate({ order = 'asc', missing = '_last' }: JsonObject): bigint | null {
  if (missing !== '_last' && missing !== '_first') return null
  const isAscending = String(order).toLowerCase() === 'asc'
  return isAscending === (missing === '_last') ? greatest : least
}

/** Whether a text is an integer beyond 2^53, of 64 bits at most. */
function isLong(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^-?[1-9]\d{15,19}$/.test(value) &&
    !Number.isSafeInteger(Number(value))
  )
}
