import { LRUCache } from 'lru-cache'
import type { Result } from '../../../kit/api/envelope.js'
import { ApiError } from '../../../kit/api/errors.js'
import { registerMissingPage } from '../../../plugins/kit/missing-page.js'
import { oncePer } from '../../../plugins/kit/once-per.js'
import { urlReader } from '../../../plugins/kit/own-url.js'
import { paramsOf } from '../../../routes/pipelines.js'
import { type DeclaredRoute, isServed } from '../../../routes/routes.js'
import { loadRenderer, makePages, parseAddress } from './renderer.js'

/** The pages that are kept: no limit counts requests for paths that no pipeline has. */
const most = 20

const missing = new ApiError('NOT_FOUND', 'There is nothing at this address')

/** Where there is a site, its readers get a page of it at addresses that do not exist. */
const pagesFor = oncePer((routes: readonly DeclaredRoute[]) => {
  const hasSite = routes.some(
    (route) => isServed(route) && paramsOf(route.pipeline, 'reception').length > 0,
  )
  return hasSite
    ? {
        make: makePages({ routes }),
        urlOf: urlReader(),
        made: new LRUCache<string, Result>({ max: most }),
      }
    : 'none'
})

registerMissingPage((routes, req) => {
  const pages = pagesFor(routes)
  const { path, base } = parseAddress(req)
  if (pages === 'none' || path.startsWith('api/')) return undefined
  const key = `${pages.urlOf(req)} ${base}`
  const known = pages.made.get(key)
  if (known) return Promise.resolve(known)
  return loadRenderer().then((renderer) => {
    const page = pages.make(renderer).error(req, missing, '')
    pages.made.set(key, page)
    return page
  })
})
