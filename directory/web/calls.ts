import {
  type FindParameters,
  type FoundPage,
  organizationsPath,
  renderPath,
  type Suggestion,
  type WithDistance,
} from '../../packages/client/src/templates.js'
import type { Organization } from '../../packages/client/src/types.js'
import { call, loadAnswer } from '../../web/src/kit/api.js'
import { getGivenAnswer, type WithAbout } from '../../web/src/kit/where.js'
import { facetNames } from './navigation/filters.js'

/** A page of organizations. */
export type ResultPage = WithAbout<FoundPage<Organization>>

/** An organization, with its distance if the search names a place. */
export type FoundOrganization = WithDistance<Organization>

/** The path of the call `find`, with facets. */
export function toFindPath(
  parameters: FindParameters,
  facets: readonly string[] = facetNames,
): string {
  return renderPath(organizationsPath, { ...parameters, ...(facets.length > 0 && { facets }) })
}

/** Loads the answer of a path, with its meta data. */
export async function loadPage<Data>(path: string, signal: AbortSignal): Promise<WithAbout<Data>> {
  const { data, meta } = await loadAnswer<Data>('GET', path, undefined, signal)
  return { ...data, about: meta }
}

export const find = (
  parameters: FindParameters,
  signal: AbortSignal,
  facets?: readonly string[],
): Promise<ResultPage> => loadPage(toFindPath(parameters, facets), signal)

/** The page of organizations that the gateway has put into the document. */
export const readGivenPage = () => getGivenAnswer<FoundPage<Organization>>()

/** Organizations of the same field of work, in the same region if it is known. */
export const findSimilar = (
  { id, activity, region }: Organization,
  signal: AbortSignal,
): Promise<Organization[]> => {
  const path = renderPath(organizationsPath, { activity, region, size: 6 })
  return call<FoundPage<Organization>>('GET', path, undefined, signal).then(({ results }) =>
    results.filter((other) => other.id !== id).slice(0, 5),
  )
}

export const suggest = (q: string, signal: AbortSignal) =>
  call<{ suggestions: Suggestion[] }>(
    'GET',
    renderPath(`${organizationsPath}/suggest`, { q }),
    undefined,
    signal,
  ).then(({ suggestions }) => suggestions)
