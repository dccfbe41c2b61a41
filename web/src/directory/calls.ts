import type { Meta } from '../../../packages/client/src/answer.js'
import {
  type FindParameters,
  type FoundPage,
  organizationsPath,
  pathOf,
  type Suggestion,
  type WithDistance,
} from '../../../packages/client/src/templates.js'
import type { Organization } from '../../../packages/client/src/types.js'
import { answered, call } from '../kit/api.js'
import { givenAnswer } from '../kit/where.js'
import { facetNames } from './view.js'

/** A page of organizations, and what is known of the data. */
export type Found = FoundPage<Organization> & { about: Meta }

/** With its distance where a place was asked for. */
export type FoundOrganization = WithDistance<Organization>

/** The path of a search, with counts. */
export function findPathOf(
  parameters: FindParameters,
  facets: readonly string[] = facetNames,
): string {
  return pathOf(organizationsPath, { ...parameters, ...(facets.length > 0 && { facets }) })
}

export const find = async (
  parameters: FindParameters,
  signal: AbortSignal,
  facets?: readonly string[],
): Promise<Found> => {
  const path = findPathOf(parameters, facets)
  const { data, meta } = await answered<FoundPage<Organization>>('GET', path, undefined, signal)
  return { ...data, about: meta }
}

/** A page of organizations that the document holds. */
export function givenPage(): { data?: Found; error?: unknown } | undefined {
  const given = givenAnswer<FoundPage<Organization>>()
  if (!given?.data) return given && { error: given.error }
  return { data: { ...given.data, about: given.meta } }
}

/** Others of the same field of work, in the same region if there is one. */
export const similar = (
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

/** An organization, and what is known of the data. */
export interface KnownOrganization {
  organization: Organization
  about: Meta
}

/** The organization of a page, by the name of the page. */
export async function organization(name: string, signal: AbortSignal): Promise<KnownOrganization> {
  const path = `/organizations/${encodeURIComponent(name)}`
  const { data, meta } = await answered<{ organization: Organization }>(
    ...(['GET', path, undefined, signal] as const),
  )
  return { ...data, about: meta }
}
