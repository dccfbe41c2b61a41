import type { Answer } from '../../../packages/client/src/answer.js'
import { organizationsPath } from '../../../packages/client/src/templates.js'
import type {
  Explanation,
  FieldList,
  Organization,
  SearchResult,
} from '../../../packages/client/src/types.js'
import { send } from '../kit/api.js'
import type { Found } from './columns.js'
import { exampleBody } from './examples.js'
import { type Query, requestOf } from './query.js'

type SearchData = Omit<SearchResult<Organization, Record<string, unknown>>, 'hints' | 'cost'>

/** The answer to a search, and how long it took. */
export interface Searched extends Answer<SearchData> {
  hits: Found[]
  ms: number
}

export async function search(query: Query, signal: AbortSignal): Promise<Searched> {
  const begun = performance.now()
  const answer = await post<SearchData>('/search', requestOf(query), signal)
  return { ...answer, hits: answer.data.results, ms: performance.now() - begun }
}

export async function explain(query: Query, signal: AbortSignal): Promise<Explanation> {
  return (await post<Explanation>('/search/explain', requestOf(query), signal)).data
}

/** Organizations of an index to take examples from. */
export async function exampleOrganizations(index: string): Promise<Organization[]> {
  const answer = await post<SearchData>('/search', { index, body: exampleBody })
  return answer.data.results
}

export async function fields(signal?: AbortSignal): Promise<FieldList> {
  const path = `${organizationsPath}/fields`
  return (await send<FieldList>({ method: 'GET', path, isRepeatable: true, signal })).data
}

/** @param body A string is sent as it is. */
function post<Data>(path: string, body: unknown, signal?: AbortSignal): Promise<Answer<Data>> {
  return send<Data>({
    method: 'POST',
    path: organizationsPath + path,
    body,
    isRepeatable: true,
    signal,
  })
}
