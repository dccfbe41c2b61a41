import { toTemplate } from '../../../routes/path.js'
import { type Pipeline, paramsOf } from '../../../routes/pipelines.js'
import { type DeclaredRoute, isServed } from '../../../routes/routes.js'

/** Pages that a gateway may serve. */
export type PageName = 'account' | 'try' | 'docs' | 'directory'

/** The links shown to callers: `data` of the landing page's answer to programs. */
export interface Links {
  name: string
  calls: { method: string; path: string }[]
  /** Path of the OpenAPI document; absent if none is served. */
  openapi?: string
  /** Paths of the pages, by their names. */
  pages: Partial<Record<PageName, string>>
}

/**
 * The calls of the pipelines, and the pages; variable parts of paths are written as in the OpenAPI
 * document.
 * @param closed Paths that are routed, but answered with NOT_FOUND.
 */
export function linksIn(routes: readonly DeclaredRoute[], closed: readonly string[] = []): Links {
  const links: Links = { name: 'Nonprofit Organization Directory API', calls: [], pages: {} }
  for (const { method = '*', path, pipeline } of routes.filter(isServed)) {
    const [page] = paramsOf(pipeline, 'pages') as { set?: PageName; path?: string }[]
    if (page?.set && page.path !== undefined) links.pages[page.set] = page.path
    const [welcome] = paramsOf(pipeline, 'welcome') as { page?: string }[]
    if (welcome?.page === 'directory' && path.endsWith('/')) links.pages.directory = path
    const isOfSite = paramsOf(pipeline, 'site').length > 0
    if (isOfSite && path === '/') links.pages.directory = path
    if (page || welcome || isOfSite || isDiscovery(pipeline)) continue
    const template = toTemplate(path)
    if (paramsOf(pipeline, 'openapi').length > 0) links.openapi = template
    if (!closed.includes(path)) links.calls.push({ method, path: template })
  }
  return links
}

/** Whether it serves what is found without a link. */
function isDiscovery(pipeline: Pipeline): boolean {
  return ['discovery', 'sitemap'].some((policy) => paramsOf(pipeline, policy).length > 0)
}
