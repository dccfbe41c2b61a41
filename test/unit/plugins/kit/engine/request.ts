import type { Caller, SearchRequest } from '../../../../../plugins/kit/context.js'

/** A judged search, as search-rules would hand it on. */
export function requestOf(body: string, index = 'organization-serp*'): SearchRequest {
  return {
    index,
    body,
    hasAggregations: false,
    counts: { clauses: 1, aggregations: 0, bucketProduct: 1, hits: 10 },
    cost: { total: 2 },
  }
}

/** Whose searches they are. */
export const caller: Caller = {
  kind: 'api-key',
  ownerId: '7',
  scopes: ['organizations:read'],
  plan: 'default',
  credentialId: 'key-1',
}
