import { ApiError } from '../../../kit/api/errors.js'
import { urlReader } from '../../../plugins/kit/own-url.js'
import { fileOf } from '../../../plugins/kit/page-files.js'
import { definePlugin, definePolicy } from '../../../plugins/kit/plugin.js'
import { type ServedFile, sendFile, servedFile } from '../../../plugins/kit/served-file.js'
import { arePagesOpen, discoverableIn } from '../kit/discoverable.js'
import { linksIn } from '../kit/links.js'
import { pageFile } from '../kit/page-file.js'
import { catalogOf, catalogType } from './catalog.js'
import { openSearchOf, openSearchType } from './open-search.js'
import { robotsText } from './robots.js'
import { type Security, securityMistakes, securityParam, securityText } from './security.js'

interface Params {
  robots: 'allow' | 'disallow'
  security?: Security
}

const caching = { 'Cache-Control': 'no-cache' }

/** Serves what programs look for when they know the name of the host alone. */
export const discovery = definePolicy<Params>({
  name: 'discovery',
  params: {
    robots: {
      description:
        'Whether search engines may read the pages (/robots.txt). Where visitors may not, they ' +
        'may not either.',
      type: 'string',
      enum: ['allow', 'disallow'],
      default: 'allow',
    },
    security: securityParam,
  },
  role: 'answer',
  check: ({ security }) => (security ? securityMistakes(security) : []),
  create({ robots, security }, { gateway: { routes } }) {
    const found = discoverableIn(routes)
    const { pages } = linksIn(routes)
    const isOpen = robots === 'allow' && arePagesOpen(routes)
    const urlOf = urlReader()
    const icon = fileOf(pageFile('favicon.ico'))
    const files: Readonly<Record<string, (url: string) => ServedFile | undefined>> = {
      'favicon.ico': icon.read,
      'robots.txt': (url) => textFile(robotsText(url, isOpen, found, pages)),
      'api-catalog': (url) => made(catalogType, JSON.stringify(catalogOf(url, found))),
      'security.txt': (url) => security && textFile(securityText(url, security, new Date())),
      'opensearch.xml': (url) =>
        pages.directory === undefined ? undefined : made(openSearchType, openSearchOf(url)),
    }

    return function discovery(_context, req, res) {
      const [path] = req.url!.split('?', 1) as [string]
      const name = path.slice(path.lastIndexOf('/') + 1)
      const file = Object.hasOwn(files, name) ? files[name]!(urlOf(req)) : undefined
      if (!file) throw new ApiError('NOT_FOUND', 'There is nothing at this path')
      // answers to HEAD say it too (RFC 9727 2)
      if (name === 'api-catalog') res.setHeader('Link', '<api-catalog>; rel="api-catalog"')
      return sendFile(req, res, file, caching)
    }
  },
})

const made = (type: string, text: string): ServedFile => servedFile(type, Buffer.from(text))

const textFile = (text: string): ServedFile => made('text/plain; charset=utf-8', text)

export const { version, policies, schema, init } = definePlugin(discovery)
