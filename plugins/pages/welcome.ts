import { readFileSync } from 'node:fs'
import { ApiError } from '../../kit/api/errors.js'
import { preferred } from '../../kit/http/media.js'
import { toTemplate } from '../../routes/path.js'
import { paramsOf } from '../../routes/pipelines.js'
import { type DeclaredRoute, isServed } from '../../routes/routes.js'
import { definePolicy } from '../kit/plugin.js'
import { type ServedFile, servedFile } from '../kit/served-file.js'
import { fileOf } from './files.js'
import { send } from './send.js'
import { pageFile, type SetName } from './sets.js'

interface Params {
  public: boolean
}

/** The links shown to callers: `data` of the answer to programs. */
interface Links {
  name: string
  calls: { method: string; path: string }[]
  /** Path of the OpenAPI document; absent if none is served. */
  openapi?: string
  /** Paths of the pages, by their names. */
  pages: Partial<Record<SetName, string>>
}

const types = ['application/json', 'text/html'] as const

/** Lists what is available at the gateway's URL: a page for browsers, an envelope for programs. */
export const welcome = definePolicy<Params, 'caller'>({
  name: 'welcome',
  params: {
    public: {
      description:
        'Whether anyone may read it, without a credential. Otherwise a step before it must ' +
        'find out the caller.',
      type: 'boolean',
      default: false,
    },
  },
  role: 'answer',
  place: (params) =>
    params.public ? {} : { needs: ['caller'], instead: 'public: true if anyone may read it' },
  create(_, { routes }) {
    const data = linksIn(routes)
    const page = pageOf(data)
    const files = new Map([
      ['welcome.css', fileOf(pageFile('welcome/welcome.css'))],
      ['icon.svg', fileOf(pageFile('try/icon.svg'))],
    ])

    return function welcome(context, req, res) {
      const [path] = req.url!.split('?', 1) as [string]
      const file = files.get(path.slice(path.lastIndexOf('/') + 1))
      if (file) return send(req, res, file.read())
      const type = preferred(req.headers.accept, types)
      if (!type)
        throw new ApiError(
          'NOT_ACCEPTABLE',
          `The answer is ${types.join(' or ')}, which the Accept header rules out`,
        )
      res.appendHeader('Vary', 'Accept')
      if (type === 'text/html') return send(req, res, page)
      context.result = { data, headers: { 'Cache-Control': 'no-cache' } }
      return undefined
    }
  },
})

/**
 * The calls of the pipelines, and the pages; variable parts of paths are written as in the OpenAPI
 * document.
 */
function linksIn(routes: readonly DeclaredRoute[]): Links {
  const links: Links = { name: 'Nonprofit Organization Directory API', calls: [], pages: {} }
  for (const { method = '*', path, pipeline } of routes.filter(isServed)) {
    const [page] = paramsOf(pipeline, 'pages') as { set?: SetName; path?: string }[]
    if (page?.set && page.path !== undefined) links.pages[page.set] = page.path
    if (page || paramsOf(pipeline, 'welcome').length > 0) continue
    const template = toTemplate(path)
    if (paramsOf(pipeline, 'openapi').length > 0) links.openapi = template
    links.calls.push({ method, path: template })
  }
  return links
}

const titles: Readonly<Record<SetName, [title: string, about: string]>> = {
  account: ['Account', 'Sign in, create and manage API keys, see usage and limits.'],
  docs: ['Documentation', 'Interactive reference of every call, with answers and errors.'],
  try: ['Try it', 'Compose a search, see what it finds, and take it along as curl or TypeScript.'],
}

/** The page for browsers: links are relative, so that it also works below a path of a proxy. */
function pageOf({ calls, openapi, pages }: Links): ServedFile {
  const entries = Object.entries(pages).map(
    ([name, path]) => [path, ...titles[name as SetName]] as const,
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
  return servedFile('text/html; charset=utf-8', Buffer.from(html))
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
