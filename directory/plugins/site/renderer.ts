import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { errorHeaders, type Result } from '../../../kit/api/envelope.js'
import type { ApiError } from '../../../kit/api/errors.js'
import { programUrl } from '../../../kit/process/product-folder.js'
import { entityTag, isHeld } from '../../../plugins/kit/entity-tag.js'
import { urlReader } from '../../../plugins/kit/own-url.js'
import { builtPage, fileOf } from '../../../plugins/kit/page-files.js'
import { pageHeaders } from '../../../plugins/kit/page-headers.js'
import type { GatewayView } from '../../../plugins/kit/policy.js'
import { paramsOf } from '../../../routes/pipelines.js'
import { isServed } from '../../../routes/routes.js'
import { findLinks, type Links } from '../kit/links.js'
import { findTiles } from './tiles.js'

/** What a page shows: an answer, or an error. */
interface Content {
  data?: object
  meta?: object
  error?: object
  /** What it is about, in the words of schema.org. */
  jsonLd?: object
}

/** A page as the renderer takes it. */
interface Document extends Content, Address {
  pages: Links['pages']
  contact: string | undefined
  frame: string
  url: string
}

/** The public pages, built for the gateway (directory/web/server.tsx). */
export interface Renderer {
  documentOf(document: Document): string
  /** The query of the search template `find` for the query of a page. */
  findQueryOf(query: string): string
}

let loading: Promise<Renderer> | undefined

/** Loads the renderer, at first use. */
export function loadRenderer(): Promise<Renderer> {
  loading ??= import(programUrl('page-renderer/page-renderer.js').href)
  return loading
}

/** Makes pages. */
export interface Pages {
  /** The page of an answer; nothing of it, where the browser has it. */
  answer(req: IncomingMessage, content: Content, caching: string): Result
  /** The page of an error, with what its envelope would hold. */
  error(req: IncomingMessage, error: ApiError, requestId: string): Result
}

/** Bytes of the pages that are kept: some 2,000 of organizations, or 500 with results. */
const mostKept = 16 * 1024 * 1024

/** The function that makes pages, all in the frame of directory.html. */
export function makePages({ routes }: Pick<GatewayView, 'routes'>): (renderer: Renderer) => Pages {
  const tiles = findTiles(routes)
  const { pages } = findLinks(routes)
  const contact = findContact(routes)
  const type = { 'Content-Type': 'text/html; charset=utf-8' }
  const headers = { ...pageHeaders("'self'"), ...type }
  const page = fileOf(builtPage('directory/web/directory.html').page)
  const frame = (tiles?.noted(page) ?? page).read().body.toString()
  const site = { pages, contact, frame }
  const urlOf = urlReader()
  // by all that a page is made of: what is read often is made once for each change of its data
  const kept = new LRUCache<string, Buffer>({
    maxSize: mostKept,
    sizeCalculation: ({ length }, { length: ofKey }) => length + ofKey,
  })

  return ({ documentOf }) => ({
    answer(req, content, caching) {
      const url = urlOf(req)
      // of what the page is made of: one that the browser has is not made
      const tag = entityTag(JSON.stringify([url, pages, contact, frame, content]))
      const own = { ...headers, ETag: tag, 'Cache-Control': caching }
      if (isHeld(tag, req.headers['if-none-match']))
        return { status: 304, data: undefined, headers: own }
      const key = `${tag} ${req.url}`
      const html =
        kept.get(key) ?? Buffer.from(documentOf({ ...content, ...parseAddress(req), ...site, url }))
      kept.set(key, html)
      return { json: [html], headers: own, isWhole: true }
    },
    error(req, error, requestId) {
      const { code, message, details, status } = error
      const content = { error: { code, message, details, status, requestId } }
      const html = documentOf({ ...content, ...parseAddress(req), ...site, url: urlOf(req) })
      const own = { ...headers, ...errorHeaders(error) }
      return { status, json: [Buffer.from(html)], headers: own, isWhole: true }
    },
  })
}

/** Where readers report mistakes, by the step of the site. */
function findContact(routes: GatewayView['routes']): string | undefined {
  const steps = routes.filter(isServed).flatMap(({ pipeline }) => paramsOf(pipeline, 'site'))
  return (steps as { contact?: string }[]).find(({ contact }) => contact)?.contact
}

/** Where a page is, relative to the gateway. */
export interface Address {
  /** The way from the page to the gateway's own path. */
  base: string
  /** Without the slash at its start. */
  path: string
  /** With its question mark, or empty. */
  query: string
}

export function parseAddress({ url = '' }: IncomingMessage): Address {
  const at = url.includes('?') ? url.indexOf('?') : url.length
  const path = url.slice(1, at)
  const steps = path.split('/').length - 1
  return { path, query: url.slice(at), base: Array(steps).fill('..').join('/') || '.' }
}
