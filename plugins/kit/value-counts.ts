import type { Access } from '../../kit/elasticsearch/access.js'
import { objectIn, RequestRefused, searchFamily } from '../../kit/elasticsearch/ask.js'
import type { ValueCounts } from '../../packages/query-guard/src/index.js'

/**
 * Documents of a family from which on the number of values of a field matters: below, no cost
 * grows (docs/query-cost.md).
 */
export const countedFrom = 33_532

/**
 * The counts of a field. The engine goes through all documents for them, and keeps the answer until
 * the index changes (its request cache). @returns undefined where it cannot count the field in all
 * indices, such as one that is text in one of them. @throws Error when it does not answer.
 */
export async function valueCountsOf(
  access: Access,
  prefix: string,
  field: string,
): Promise<ValueCounts | undefined> {
  const aggs = { total: { value_count: { field } }, distinct: { cardinality: { field } } }
  try {
    const { aggregations, _shards } = await searchFamily(access, prefix, { size: 0, aggs })
    if (objectIn(_shards).failed !== 0) return undefined
    const [total, distinct] = ['total', 'distinct'].map(
      (name) => objectIn(objectIn(aggregations)[name]).value,
    )
    return typeof total === 'number' && typeof distinct === 'number'
      ? { total, distinct }
      : undefined
  } catch (error) {
    if (error instanceof RequestRefused) return undefined
    throw error
  }
}
