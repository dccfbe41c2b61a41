import { readFileSync } from 'node:fs'
import { ApiError } from '../../../kit/api/errors.js'
import { preferred } from '../../../kit/http/media.js'
import { escaped } from '../../../plugins/kit/escaped.js'
import { ownUrls, urlReader } from '../../../plugins/kit/own-url.js'
import type { PageExtension } from '../../../plugins/kit/page-extension.js'
import {
  builtPage,
  fileOf,
  filesOf,
  htmlFile,
  type PageFile,
} from '../../../plugins/kit/page-files.js'
import { sendPageFile } from '../../../plugins/kit/page-headers.js'
import { definePolicy } from '../../../plugins/kit/plugin.js'
import { type ServedFile, servedFile } from '../../../plugins/kit/served-file.js'
import { discoverableIn, linkHeader } from '../kit/discoverable.js'
import { type Links, linksIn } from '../kit/links.js'
import { pageFile } from '../kit/page-file.js'
import { closedPaths } from '../kit/sign-up.js'
import { guidesText, llmsFullText, llmsText } from './llms.js'
import { type Tiles, tileMistakes, tilesIn, tilesSchema } from './tiles.js'

interface Params {
  public: boolean
  page: 'directory' | 'endpoints'
  tiles?: Tiles
}

const types = ['application/json', 'text/html'] as const

/**
 * Lists what is available at the gateway's URL: a page for browsers, an envelope for programs, and
 * a text for language models.
 */
export const welcome = definePolicy<Params, 'caller'>({
  name: 'welcome',
  params: {
    public: {
      description: 'Whether it is public. Otherwise the pipeline must authenticate callers.',
      type: 'boolean',
      default: false,
    },
    page: {
      description:
        'The page for browsers: directory finds organizations by the shipped search templates, and has ' +
        'its files below the path directory/, so the endpoint has "/directory/*" too; endpoints ' +
        'lists the pages and calls.',
      type: 'string',
      enum: ['directory', 'endpoints'],
      default: 'endpoints',
    },
    tiles: tilesSchema,
  },
  role: 'answer',
  place: (params) =>
    params.public ? {} : { needs: ['caller'], instead: 'public: true if anyone may read it' },
  check: ({ page, tiles }) => (tiles === undefined ? [] : tileMistakes(tiles, page)),
  create({ page }, { gateway }) {
    const { routes } = gateway
    const tiles = page === 'directory' ? tilesIn(routes) : undefined
    const data = linksIn(routes, closedPaths())
    const { html, files } = page === 'directory' ? directory(tiles) : endpoints(data)
    const urlOf = urlReader()
    const found = discoverableIn(routes)
    const links = linkHeader(found)
    let llms: ServedFile | undefined
    const full = ownUrls(() => plainText(llmsFullText(data.pages.docs!, guidesText())))

    return function welcome(context, req, res) {
      const [path] = req.url!.split('?', 1) as [string]
      const name = path.slice(path.lastIndexOf('/') + 1)
      if (name === tiles?.name) return tiles.send(req, res)
      const file = files.get(name)
      if (file) return sendPageFile(req, res, file.read(), file.isImmutable)
      if (page === 'directory' && path.includes('/directory/'))
        throw new ApiError('NOT_FOUND', 'There is nothing at this path')
      if (name === 'llms.txt') {
        // at first use: other steps declare their operations when they are created
        llms ??= plainText(llmsText(data, routes, gateway.operations, found))
        return sendPageFile(req, res, llms)
      }
      if (name === 'llms-full.txt') {
        if (data.pages.docs === undefined)
          throw new ApiError('NOT_FOUND', 'There is nothing at this path')
        return sendPageFile(req, res, full(urlOf(req)))
      }
      const type = preferred(req.headers.accept, types)
      res.appendHeader('Vary', 'Accept')
      if (links) res.setHeader('Link', links)
      if (type === 'text/html') return sendPageFile(req, res, html())
      context.result = { data, headers: { 'Cache-Control': 'no-cache' } }
      return undefined
    }
  },
})

const plainText = (text: string): ServedFile =>
  servedFile('text/plain; charset=utf-8', Buffer.from(text))

const titles: Readonly<Record<keyof Links['pages'], [title: string, about: string]>> = {
  directory: ['Directory', 'Find organizations by name, place, field of work or number.'],
  account: ['Account', 'Sign in, create and manage API keys, see usage and limits.'],
  docs: ['Documentation', 'Interactive reference of every call, with answers and errors.'],
  try: ['Try it', 'Compose a search, see what it finds, and take it along as curl or TypeScript.'],
}

/** A page for browsers, and its files by name. */
interface BrowserPage {
  html(): ServedFile
  files: ReadonlyMap<string, PageFile>
}

/** The public pages. */
function directory(tiles: PageExtension | undefined): BrowserPage {
  const files = new Map(filesOf(builtPage('directory/web/directory.html')))
  const page = tiles?.noted(files.get('')!) ?? files.get('')!
  files.delete('')
  return { html: page.read, files }
}

/** The list of pages and calls. */
function endpoints(links: Links): BrowserPage {
  const page = pageOf(links)
  const files = new Map([
    ['welcome.css', fileOf(pageFile('welcome/welcome.css'))],
    ['icon.svg', fileOf(pageFile('welcome/icon.svg'))],
  ])
  return { html: () => page, files }
}

/** Links are relative, so that it also works below a path of a proxy. */
function pageOf({ calls, openapi, pages }: Links): ServedFile {
  const entries = Object.entries(pages).map(
    ([name, path]) => [path, ...titles[name as keyof Links['pages']]] as const,
  )
  const links =
    openapi === undefined
      ? entries
      : [...entries, [openapi, 'OpenAPI 3.1', 'The same for programs.'] as const]
  const shown = {
    pages: links.map(
      ([path, title, about]) => `<li><a href=".${escaped(path)}">${title}</a> ${about}</li>`,
    ),
    calls: calls.map(
      ({ method, path }) =>
        `<tr><td>${escaped(method)}</td><td><code>${escaped(path)}</code></td></tr>`,
    ),
  }
  const template = readFileSync(pageFile('welcome/index.html'), 'utf8')
  const html = template.replace(/<!-- (pages|calls) -->/g, (_, part: keyof typeof shown) =>
    shown[part].join('\n'),
  )
  return htmlFile(html)
}
