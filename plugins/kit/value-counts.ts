import type { Access } from '../../kit/elasticsearch/access.js'
import { objectIn, searchFamily } from '../../kit/elasticsearch/ask.js'

/**
 * Documents of a family from which on the number of values of a field matters: below, no price
 * grows (docs/query-cost.md).
 */
export const countedFrom = 33_532

/**
 * How many different values a field has, about (HyperLogLog++). The engine goes through all
 * documents for it, and keeps the answer until the index changes (its request cache). Optional:
 * undefined without an answer.
 */
export async function valueCountOf(
  access: Access,
  prefix: string,
  field: string,
): Promise<number | undefined> {
  try {
    const body = { size: 0, aggs: { values: { cardinality: { field } } } }
    const { aggregations } = await searchFamily(access, prefix, body)
    const { value } = objectIn(objectIn(aggregations).values)
    return typeof value === 'number' ? value : undefined
  } catch {
    return undefined
  }
}
