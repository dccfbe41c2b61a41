import { paramsOf, takesVisitors } from '../../../routes/pipelines.js'
import { type DeclaredRoute, hasMethod, isServed } from '../../../routes/routes.js'
import { toPagePath } from '../../fields/page-path.js'

/** What programs find from the host name alone, by paths; absent where nothing serves it. */
export interface Discoverable {
  catalog?: string
  openapi?: string
  docs?: string
  /** Only where visitors may read the pages that it lists. */
  sitemap?: string
}

/** Where the catalog of APIs is (RFC 9727). */
const catalogPath = '/.well-known/api-catalog'

/** Of a catalog as RFC 9727 describes it. */
export const catalogProfile = 'https://www.rfc-editor.org/info/rfc9727'

export function findDiscoverable(routes: readonly DeclaredRoute[]): Discoverable {
  const served = routes.filter(isServed)
  const pathOf = (policy: string, isIt: (path: string, params: object) => boolean = () => true) =>
    served.find(({ path, pipeline }) =>
      paramsOf(pipeline, policy).some((params) => isIt(path, params)),
    )?.path
  const found = {
    catalog: pathOf('discovery', (path) => path === catalogPath),
    openapi: pathOf('openapi'),
    docs: pathOf('pages', (path, { set, path: own }: { set?: string; path?: string }) => {
      return set === 'docs' && path === own
    }),
    sitemap: arePagesOpen(routes) ? pathOf('sitemap') : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, path]) => path !== undefined))
}

/** Whether visitors without a credential may read the pages of organizations. */
export function arePagesOpen(routes: readonly DeclaredRoute[]): boolean {
  const page = `/${toPagePath({ id: 'id', name: 'name' })}`
  const route = routes.find((one) => hasMethod(one, 'GET') && one.isPath(page))
  if (!isServed(route)) return false
  const isPublic = paramsOf(route.pipeline, 'authenticate').length === 0
  return isPublic || takesVisitors(route.pipeline)
}

/**
 * The header Link of the home page (RFC 9727 3, RFC 8631). Links are relative, so that they hold
 * below a path of a proxy, too.
 */
export function linkHeader({ catalog, openapi, docs, sitemap }: Discoverable): string {
  const links = [
    [catalog, 'api-catalog'],
    [openapi, 'service-desc'],
    [docs, 'service-doc'],
    [sitemap, 'sitemap'],
  ] as const
  return links.flatMap(([path, rel]) => (path ? [`<.${path}>; rel="${rel}"`] : [])).join(', ')
}
