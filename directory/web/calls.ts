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
import { countNames } from './navigation/filters.js'
import { areNamesakes, toSharedName } from './text/namesakes.js'

/** A page of organizations. */
export type ResultPage = WithAbout<FoundPage<Organization>>

/** An organization, with its distance if the search names a place. */
export type FoundOrganization = WithDistance<Organization>

/** The path of the call `find`, with facets. */
export function toFindPath(
  parameters: FindParameters,
  facets: readonly string[] = countNames,
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

/** The most organizations that a page lists beside its own. */
const mostOthers = 5

/** Some other organizations of a search, and how many it has. */
interface Others {
  some: Organization[]
  total: number
}

async function findOthers(
  { id }: Organization,
  parameters: FindParameters,
  signal: AbortSignal,
  isMeant: (other: Organization) => boolean = () => true,
): Promise<Others> {
  const path = renderPath(organizationsPath, { size: mostOthers + 1, ...parameters })
  const found = await call<FoundPage<Organization>>('GET', path, undefined, signal)
  const others = found.results.filter((other) => other.id !== id && isMeant(other))
  return { some: others.slice(0, mostOthers), total: found.total }
}

/** Others that have a relation to an organization; undefined where it has no such relation. */
type FindRelated = (of: Organization, signal: AbortSignal) => Promise<Others> | undefined

/** Organizations of the same field of work, in the same region if it is known. */
export const findSimilar: FindRelated = (of, signal) =>
  of.activity === undefined
    ? undefined
    : findOthers(of, { activity: of.activity, ...(of.region && { region: of.region }) }, signal)

/** A central organization and its chapters. */
export const findGroup: FindRelated = (of, signal) =>
  of.group === undefined ? undefined : findOthers(of, { group: of.group }, signal)

/** Bodies of the same name in its region, such as a hospital and its foundation. */
export const findNamesakes: FindRelated = (of, signal) => {
  const q = toSharedName(of.name)
  if (q === '') return undefined
  const near = of.region === undefined ? {} : { region: of.region }
  const search = { q, understand: false, size: 20, ...near }
  return findOthers(of, search, signal, (other) => areNamesakes(of, other))
}

export const suggest = (q: string, signal: AbortSignal) =>
  call<{ suggestions: Suggestion[] }>(
    'GET',
    renderPath(`${organizationsPath}/suggest`, { q }),
    undefined,
    signal,
  ).then(({ suggestions }) => suggestions)
