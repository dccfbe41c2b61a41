import { baseUrl, getAddress } from '../../../web/src/kit/where.js'
import { toPagePath, toSlug } from '../../fields/page-path.js'

/** What an address shows. */
export type CurrentPage =
  | { page: 'home' | 'results' | 'missing' }
  /** @property name Of the page, as in its address. */
  | { page: 'organization'; name: string }
  | { page: 'landing' }

/** Parses what an address shows, by its path below the gateway and its query. */
export function parsePage({ path, query }: { path: string; query: string }): CurrentPage {
  const [first, name = '', ...more] = path.split('/')
  if (path === '') return { page: query === '' ? 'home' : 'results' }
  if (first === 'organizations' && name !== '' && more.length === 0)
    return { page: 'organization', name: decodeURIComponent(name) }
  return { page: first === 'in' && name !== '' && more.length < 2 ? 'landing' : 'missing' }
}

export const getCurrentPage = () => parsePage(getAddress())

/** The words in the name of an organization's page, without its number: that one is not there. */
export const toWordsOfName = (name: string): string =>
  name.replace(/^(?:[a-z]+-)*[\d-]{4,}(?:-|$)/, '').replaceAll('-', ' ')

/** The address of an organization's page. */
export const toOrganizationUrl = (organization: { id: string; name: string }) =>
  `${baseUrl}/${toPagePath(organization)}`

/** The address of the page of a state of the United States, or of a field of work there. */
export const toLandingUrl = (...parts: readonly string[]) =>
  `${baseUrl}/in${parts.map(toPart).join('')}`

/** A part of such an address; none is empty. */
export const toPart = (text: string | undefined): string =>
  text === undefined ? '' : `/${encodeURIComponent(toSlug(text))}`
