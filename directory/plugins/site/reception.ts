import { preferred } from '../../../kit/http/media.js'
import { definePolicy } from '../../../plugins/kit/plugin.js'
import { discoverableIn, linkHeader } from '../kit/discoverable.js'
import { linksIn } from '../kit/links.js'
import { closedPaths } from '../kit/sign-up.js'
import { addressOf, loadRenderer, pagesOf } from './renderer.js'

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
    const pagesWith = pagesOf(gateway)
    const list = linksIn(gateway.routes, closedPaths())
    const links = linkHeader(discoverableIn(gateway.routes))

    return async function reception(context, req, res) {
      const { path } = addressOf(req)
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
