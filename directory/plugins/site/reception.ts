import { preferred } from '../../../kit/http/media.js'
import { definePolicy } from '../../../plugins/kit/plugin.js'
import { findDiscoverable, linkHeader } from '../kit/discoverable.js'
import { findLinks } from '../kit/links.js'
import { closedPaths } from '../kit/sign-up.js'
import { loadRenderer, makePages, parseAddress } from './renderer.js'

const data = ['application/json', 'application/ld+json'] as const

/**
 * Receives visitors of the site: what browsers get are pages, errors of the pipeline too; programs
 * get data, and at `/` the list of what is available.
 */
export const reception = definePolicy<Record<never, never>>({
  name: 'reception',
  params: {},
  provides: ['isForBrowser', 'errorPage'],
  place: { before: ['caller'] },
  create(_params, { gateway }) {
    const pagesWith = makePages(gateway)
    const list = findLinks(gateway.routes, closedPaths())
    const links = linkHeader(findDiscoverable(gateway.routes))

    return async function reception(context, req, res) {
      const { path } = parseAddress(req)
      const types =
        path === '' ? ([data[0], 'text/html'] as const) : (['text/html', ...data] as const)
      const type = preferred(req.headers.accept, types)
      res.appendHeader('Vary', 'Accept')
      if (path === '' && links) res.setHeader('Link', links)
      context.isForBrowser = type === 'text/html'
      if (context.isForBrowser) {
        const pages = pagesWith(await loadRenderer())
        context.errorPage = (error) => pages.error(req, error, context.requestId)
      } else if (path === '')
        context.result = { data: list, headers: { 'Cache-Control': 'no-cache' } }
      return undefined
    }
  },
})
