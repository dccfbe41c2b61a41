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
import { facetNames } from './view.js'

/** A page of organizations, and what is known of the data. */
export type Found = FoundPage<Organization> & { about: Meta }

/** With its distance where a place was asked for. */
export type FoundOrganization = WithDistance<Organization>

export const find = async (
  parameters: FindParameters,
  signal: AbortSignal,
  facets: readonly string[] = facetNames,
): Promise<Found> => {
  const asked = { ...parameters, ...(facets.length > 0 && { facets }) }
  const path = pathOf(organizationsPath, asked)
  const { data, meta } = await answered<FoundPage<Organization>>('GET', path, undefined, signal)
  return { ...data, about: meta }
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

export const organization = (id: string, signal: AbortSignal) =>
  call<{ organization: Organization }>(
    'GET',
    `${organizationsPath}/${encodeURIComponent(id)}`,
    undefined,
    signal,
  ).then((data) => data.organization)
