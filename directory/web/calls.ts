import {
  type FindParameters,
  type FoundPage,
  organizationsPath,
  pathOf,
  type Suggestion,
  type WithDistance,
} from '../../packages/client/src/templates.js'
import type { Organization } from '../../packages/client/src/types.js'
import { answered, call } from '../../web/src/kit/api.js'
import { givenAnswer, type WithAbout } from '../../web/src/kit/where.js'
import { facetNames } from './navigation/filters.js'

/** A page of organizations. */
export type ResultPage = WithAbout<FoundPage<Organization>>

/** With its distance where a place was asked for. */
export type FoundOrganization = WithDistance<Organization>

/** The path of a search, with counts. */
export function toFindPath(
  parameters: FindParameters,
  facets: readonly string[] = facetNames,
): string {
  return pathOf(organizationsPath, { ...parameters, ...(facets.length > 0 && { facets }) })
}

/** What a path answers with. */
export async function loadPage<Data>(path: string, signal: AbortSignal): Promise<WithAbout<Data>> {
  const { data, meta } = await answered<Data>('GET', path, undefined, signal)
  return { ...data, about: meta }
}

export const find = (
  parameters: FindParameters,
  signal: AbortSignal,
  facets?: readonly string[],
): Promise<ResultPage> => loadPage(toFindPath(parameters, facets), signal)

/** A page of organizations that the document holds. */
export const readGivenPage = () => givenAnswer<FoundPage<Organization>>()

/** Others of the same field of work, in the same region if there is one. */
export const findSimilar = (
  { id, activity, region }: Organization,
  signal: AbortSignal,
): Promise<Organization[]> => {
  const path = pathOf(organizationsPath, { activity, region, size: 6 })
  return call<FoundPage<Organization>>('GET', path, undefined, signal).then(({ results }) =>
    results.filter((other) => other.id !== id).slice(0, 5),
  )
}

export const suggest = (q: string, signal: AbortSignal) =>
  call<{ suggestions: Suggestion[] }>(
    'GET',
    pathOf(`${organizationsPath}/suggest`, { q }),
    undefined,
    signal,
  ).then(({ suggestions }) => suggestions)
