import type { SearchRequest } from '../../../../plugins/kit/context.js'

/** A judged search, as search-rules would hand it on. */
export function requestOf(body: string, index = 'organization-serp*'): SearchRequest {
  return {
    index,
    body,
    hasAggregations: false,
    counts: { clauses: 1, aggregations: 0, bucketProduct: 1, hits: 10 },
  }
}
