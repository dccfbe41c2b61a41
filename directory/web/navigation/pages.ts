import { address, baseUrl } from '../../../web/src/kit/where.js'
import { pagePathOf, slugOf } from '../../fields/page-path.js'

/** What an address shows. */
export type Shown =
  | { page: 'home' | 'results' }
  /** @property name Of the page, as in its address. */
  | { page: 'organization'; name: string }
  | { page: 'landing' }

/** What an address shows, by its path below the gateway and its query. */
export function shownBy({ path, query }: { path: string; query: string }): Shown {
  const [first, name = ''] = path.split('/')
  if (first === 'organizations') return { page: 'organization', name: decodeURIComponent(name) }
  if (first === 'in') return { page: 'landing' }
  return { page: query === '' ? 'home' : 'results' }
}

export const shownNow = () => shownBy(address())

/** The address of an organization's page. */
export const pageOf = (organization: { id: string; name: string }) =>
  `${baseUrl}/${pagePathOf(organization)}`

/** The address of the page of a state of the United States, or of a field of work there. */
export const landingOf = (...parts: readonly string[]) =>
  `${baseUrl}/in/${parts.map((part) => encodeURIComponent(slugOf(part))).join('/')}`
