import { validationError } from '../../kit/api/errors.js'
import { parseExact, stringifyExact } from '../../kit/api/json.js'
import type { SearchRequest } from '../kit/context.js'
import { makeDigest } from './cursor.js'
import { makeOrder } from './sorting.js'

/** What an export holds, by the search that was validated. */
export interface Exported {
  index: string
  /** JSON members of the body that all pages have: `"query":…,"sort":…`. */
  members: string
  /** How many keys the order has; the last is unique. */
  sortKeys: number
  digest: Buffer
}

/** Keys that an export takes, and those that the search rules add to every search. */
const [taken, added] = [
  ['query', 'sort', '_source'],
  ['track_total_hits', 'timeout'],
]

/**
 * @param fields Those of a table: they belong to what a cursor is of.
 * @throws ApiError VALIDATION_ERROR for a key that only searches take.
 */
export function prepareExport(
  { index, body, ownBody = body }: SearchRequest,
  uniqueField: string,
  fields: readonly string[] | undefined,
): Exported {
  const own = parseExact(ownBody) as Record<string, unknown>
  const problems = Object.keys(own)
    .filter((key) => !taken.includes(key) && !added.includes(key))
    .map((key) => `${key}: an export takes only ${taken.join(', ')}, and returns all hits`)
  if (problems.length > 0) throw validationError({ body: problems })
  const order = makeOrder(own.sort, uniqueField)
  const { query } = parseExact(body) as Record<string, unknown> // with the operator's filter
  const sent = { query, sort: order, _source: own._source, timeout: own.timeout }
  return {
    index,
    members: stringifyExact(sent).slice(1, -1),
    sortKeys: order.length,
    digest: makeDigest([index, stringifyExact([own.query, own.sort, own._source]), fields]),
  }
}
