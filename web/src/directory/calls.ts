import {
  type FindQuestion,
  type FoundPage,
  organizationsPath,
  pathOf,
  type Suggestion,
} from '../../../client/src/questions.js'
import type { Organization } from '../../../client/src/types.js'
import { call } from '../kit/api.js'
import { facetNames } from './view.js'

export type Found = FoundPage<Organization>

export const find = (
  question: FindQuestion,
  signal: AbortSignal,
  facets: readonly string[] = facetNames,
) => {
  const asked = { ...question, ...(facets.length > 0 && { facets }) }
  return call<Found>('GET', pathOf(organizationsPath, asked), undefined, signal)
}

/** Others of the same field of work, in the same region if there is one. */
export const similar = (
  { id, activity, region }: Organization,
  signal: AbortSignal,
): Promise<Organization[]> => {
  const path = pathOf(organizationsPath, { activity, region, size: 6 })
  return call<Found>('GET', path, undefined, signal).then(({ results }) =>
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
