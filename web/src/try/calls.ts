import type { Answer } from '../../../packages/client/src/answer.js'
import { organizationsPath } from '../../../packages/client/src/templates.js'
import type {
  Explanation,
  FieldList,
  Organization,
  SearchResult,
} from '../../../packages/client/src/types.js'
import { send } from '../kit/api.js'
import { type Query, toRequestText } from './query.js'

type SearchData = Omit<SearchResult<Organization, Record<string, unknown>>, 'hints' | 'cost'>

/** The answer to a search. */
export interface SearchAnswer extends Answer<SearchData> {
  /** Milliseconds until it was there. */
  ms: number
}

/** Sends a query. @throws ApiError */
export async function search(query: Query, signal: AbortSignal): Promise<SearchAnswer> {
  const start = performance.now()
  const answer = await post<SearchData>('/search', query, signal)
  return { ...answer, ms: performance.now() - start }
}

/** What a query would cost, and its mistakes. @throws ApiError */
export async function explain(query: Query, signal: AbortSignal): Promise<Explanation> {
  return (await post<Explanation>('/search/explain', query, signal)).data
}

/** The fields of all indices. @throws ApiError */
export async function loadFields(signal?: AbortSignal): Promise<FieldList> {
  const path = `${organizationsPath}/fields`
  return (await send<FieldList>({ method: 'GET', path, isRepeatable: true, signal })).data
}

function post<Data>(path: string, query: Query, signal: AbortSignal): Promise<Answer<Data>> {
  return send<Data>({
    method: 'POST',
    path: organizationsPath + path,
    body: toRequestText(query),
    isRepeatable: true,
    signal,
  })
}
