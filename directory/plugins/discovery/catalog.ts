import { catalogProfile, type Discoverable } from '../kit/discoverable.js'

/** The type of a set of links (RFC 9264), of the profile of API catalogs. */
export const catalogType = `application/linkset+json; profile="${catalogProfile}"`

/**
 * The catalog of this gateway's one API (RFC 9727), by the relations of RFC 8631.
 * @param url That of the gateway.
 */
export function catalogOf(url: string, { openapi, docs }: Discoverable): object {
  const link = (path: string | undefined, type: string) =>
    path === undefined ? undefined : [{ href: url + path, type }]
  const api = {
    anchor: `${url}/api/v1/`,
    'service-desc': link(openapi, 'application/json'),
    'service-doc': link(docs, 'text/html'),
  }
  return { linkset: [api] }
}
