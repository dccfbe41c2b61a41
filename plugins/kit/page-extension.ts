import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DeclaredRoute } from '../../routes/routes.js'
import type { PageFile } from './page-files.js'

/**
 * What a plugin adds to every page: a browser goes from one to the next in the same document, so what
 * one of them needs must be known to all.
 */
export interface PageExtension {
  /** Name of a file that is served next to the scripts of a page. */
  name: string
  /** A page with a note of it. */
  noted(page: PageFile): PageFile
  send(req: IncomingMessage, res: ServerResponse): Promise<'answered'>
}

type FindExtension = (routes: readonly DeclaredRoute[]) => PageExtension | undefined

let findLoaded: FindExtension = () => undefined

/** Registers what the pages of a configuration get; the last plugin that is loaded holds. */
export function extendPages(find: FindExtension): void {
  findLoaded = find
}

/** What the plugins of this process add to pages, by the routes in force. */
export const findPageExtension: FindExtension = (routes) => findLoaded(routes)
