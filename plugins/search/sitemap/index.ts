import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../../kit/api/errors.js'
import { accessOf } from '../../../kit/elasticsearch/access.js'
import { arePagesOpen } from '../../kit/discoverable.js'
import { accessMistakes, accessNames } from '../../kit/engine-access.js'
import { entityTag, isHeld } from '../../kit/entity-tag.js'
import { urlReader } from '../../kit/own-url.js'
import { definePolicy } from '../../kit/plugin.js'
import { rulesParam, type SearchRulesParams } from '../../kit/rules/params.js'
import { sendFile, servedFile } from '../../kit/served-file.js'
import { backendOf } from '../backend.js'
import { codingFor, sendRows } from '../export/send.js'
import { errorForCaller } from '../failure.js'
import { paramSchemas, type SearchParams } from '../policy-params.js'
import { AllPages } from './pages.js'
import { Parts, pageHits } from './parts.js'
import { ruleMistakes, searchOfAll } from './request.js'
import { indexOf, type, urlsOf } from './xml.js'

interface SitemapParams {
  search: SearchParams
  rules: SearchRulesParams
  index: string
}

const caching = { 'Cache-Control': 'no-cache' }

/** Lists the pages of all organizations for search engines (sitemaps.org). */
export const sitemap = definePolicy<SitemapParams>({
  name: 'sitemap',
  params: {
    search: {
      type: 'object',
      description:
        'Parameters of a step search, by an alias (*search): the engine, and the slots that it ' +
        'shares with searches.',
      properties: paramSchemas,
      required: ['nodes'],
      additionalProperties: false,
    },
    rules: rulesParam(
      'Rules of the organizations that visitors may see, those of the search templates: filter ' +
        'and fields, of the plan anonymous where they differ by plan.',
    ),
    index: {
      type: 'string',
      minLength: 1,
      default: 'organization-entity*',
      description: 'The indices of the organizations, as in the search template of one.',
    },
  },
  required: ['search', 'rules'],
  role: 'answer',
  check: ({ search, rules, index }) => [
    ...accessMistakes(search, ['search']),
    ...ruleMistakes(rules, index, ['rules']),
  ],
  backends: ({ search }) => ({ engine: accessOf(search, accessNames) }),
  create({ search, rules, index }, { gateway }) {
    const { engine, queue } = backendOf(gateway, search)
    const { timeoutMs } = search
    const isOpen = arePagesOpen(gateway.routes)
    const parts = new Parts(new AllPages(searchOfAll(rules, index), pageHits))
    const urlOf = urlReader()

    return async function sitemap(trace, req, res) {
      if (!isOpen) throw notFound()
      const { pathname, number } = askedIn(req)
      const url = urlOf(req)
      const reader = { engine, queue, timeoutMs, trace }
      try {
        const all = await parts.all(reader)
        if (number === undefined) {
          const xml = indexOf(all, url + pathname)
          return await sendFile(req, res, servedFile(type, Buffer.from(xml)), caching)
        }
        const part = all[number - 1]
        if (!part) throw notFound()
        const tagged = { ...caching, ETag: entityTag(`${part.digest} ${url}`) }
        res.appendHeader('Vary', 'Accept-Encoding')
        if (isHeld(tagged.ETag, req.headers['if-none-match'])) {
          res.writeHead(304, tagged).end()
          return 'answered'
        }
        const head = { ...tagged, 'Content-Type': type, ...codingFor(req) }
        if (req.method === 'HEAD') res.writeHead(200, head).end()
        else {
          const xml = await begun(urlsOf(parts.pagesAfter(part.after, reader), url))
          await sendRows(res, head, xml)
        }
        return 'answered'
      } catch (error) {
        throw errorForCaller(error, search)
      }
    }
  },
})

const notFound = () => new ApiError('NOT_FOUND', 'There is nothing at this path')

/** The path of the sitemap, and the part of it that is asked for. */
function askedIn({ url = '' }: IncomingMessage): { pathname: string; number: number | undefined } {
  const { pathname, searchParams } = new URL(url, 'http://gateway')
  const part = searchParams.get('part')
  return { pathname, number: part === null ? undefined : Number(part) }
}

/** What a generator makes, after it has made the first: the failure of that is one of the call. */
async function begun<T>(all: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await all.next()
  async function* rest() {
    if (!first.done) yield first.value
    yield* all
  }
  return rest()
}
