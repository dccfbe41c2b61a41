import { isObject } from '../../../kit/config/objects.js'
import type { CatalogFields } from '../../../packages/query-guard/src/index.js'
import type { ByState } from '../../places/cities.js'
import { stateCodes } from '../../places/us-states.js'

/** The aggregation that counts organizations by state, where the fields for it are known. */
export function countByState(fields: CatalogFields): object {
  const isKeyword = (name: string) => {
    const { type, aggregatable } = fields.get(name) ?? {}
    return type === 'keyword' && aggregatable === true
  }
  if (!['country', 'region'].every(isKeyword)) return {}
  const regions = { terms: { field: 'region', size: stateCodes.size } }
  return { by_state: { filter: { term: { country: 'US' } }, aggs: { regions } } }
}

/** The counts in its answer; undefined without one, or of another form. */
export function readByState({ by_state }: Readonly<Record<string, unknown>>): ByState | undefined {
  const regions = isObject(by_state) ? by_state.regions : undefined
  const buckets = isObject(regions) ? regions.buckets : undefined
  if (!Array.isArray(buckets)) return undefined
  const counts = buckets.flatMap((bucket): [string, number][] => {
    const { key, doc_count } = isObject(bucket) ? bucket : {}
    return typeof key === 'string' && typeof doc_count === 'number' ? [[key, doc_count]] : []
  })
  return new Map(counts)
}
