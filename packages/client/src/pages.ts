import type { AllPagesBody, SearchBody, Sort } from './body.js'
import type { Hit, SearchResult } from './types.js'

/**
 * A field that every organization has once: appended to the sort, it makes the order of hits
 * unique.
 */
const tiebreaker = 'id'
const pageSize = 500

/**
 * All hits, page by page: each starts after the last hit of the one before (`search_after`), so
 * that nothing is skipped or repeated while the sort values do not change. Without a sort, hits are
 * sorted by id.
 */
export async function* allHits<Source>(
  body: AllPagesBody,
  search: (page: SearchBody) => Promise<SearchResult<Source, unknown>>,
): AsyncGenerator<Hit<Source>, void, undefined> {
  const size = body.size ?? pageSize
  // the total is not returned, so it is not counted either
  const page: SearchBody = {
    track_total_hits: false,
    ...body,
    size,
    sort: withTiebreaker(body.sort),
  }
  for (;;) {
    const { results } = await search(page)
    yield* results
    const last = results.at(-1)?._sort
    if (results.length < size || last === undefined) return
    page.search_after = last as NonNullable<SearchBody['search_after']>
  }
}

function withTiebreaker(sort: Sort | undefined): Sort {
  const clauses = sort === undefined ? [] : Array.isArray(sort) ? sort : [sort]
  return (clauses.some(isById) ? clauses : [...clauses, tiebreaker]) as Sort
}

const isById = (clause: unknown): boolean =>
  clause === tiebreaker ||
  (typeof clause === 'object' && clause !== null && Object.hasOwn(clause, tiebreaker))
