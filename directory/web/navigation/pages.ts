import { baseUrl, getAddress } from '../../../web/src/kit/where.js'
import { pagePathOf, slugOf } from '../../fields/page-path.js'

/** What an address shows. */
export type CurrentPage =
  | { page: 'home' | 'results' }
  /** @property name Of the page, as in its address. */
  | { page: 'organization'; name: string }
  | { page: 'landing' }

/** Parses what an address shows, by its path below the gateway and its query. */
export function parsePage({ path, query }: { path: string; query: string }): CurrentPage {
  const [first, name = ''] = path.split('/')
  if (first === 'organizations') return { page: 'organization', name: decodeURIComponent(name) }
  if (first === 'in') return { page: 'landing' }
  return { page: query === '' ? 'home' : 'results' }
}

export const getCurrentPage = () => parsePage(getAddress())

/** The address of an organization's page. */
export const toOrganizationUrl = (organization: { id: string; name: string }) =>
  `${baseUrl}/${pagePathOf(organization)}`

/** The address of the page of a state of the United States, or of a field of work there. */
export const toLandingUrl = (...parts: readonly string[]) =>
  `${baseUrl}/in/${parts.map((part) => encodeURIComponent(slugOf(part))).join('/')}`
