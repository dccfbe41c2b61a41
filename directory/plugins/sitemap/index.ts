import { LRUCache } from 'lru-cache'
import { ApiError } from '../../../kit/api/errors.js'
import type { Diagnostic } from '../../../kit/config/yaml/diagnostics.js'
import { accessOf } from '../../../kit/elasticsearch/access.js'
import { fieldRules } from '../../../packages/query-guard/src/index.js'
import type { RequestContext, SearchRequest } from '../../../plugins/kit/context.js'
import { toCallerError } from '../../../plugins/kit/engine/failure.js'
import { openEngine } from '../../../plugins/kit/engine/open.js'
import { type SearchParams, searchParam } from '../../../plugins/kit/engine/params.js'
import { accessMistakes, accessNames } from '../../../plugins/kit/engine-access.js'
import { urlReader } from '../../../plugins/kit/own-url.js'
import { definePlugin, definePolicy } from '../../../plugins/kit/plugin.js'
import { rulesFor } from '../../../plugins/kit/rules/by-plan.js'
import { formMistakes } from '../../../plugins/kit/rules/mistakes.js'
import { catalogOf, rulesParam, type SearchRulesParams } from '../../../plugins/kit/rules/params.js'
import { validatorOf } from '../../../plugins/kit/rules/validator.js'
import { type CompressedFile, compressedFile, sendFile } from '../../../plugins/kit/served-file.js'
import { arePagesOpen } from '../kit/discoverable.js'
import {
  makeFinder,
  makeReaders,
  placesPart,
  renderIndex,
  renderPart,
  renderPlaces,
} from './parts.js'
import { countPlaces, readPlaces } from './places.js'

interface SitemapParams {
  search: SearchParams
  rules: SearchRulesParams
  index: string
}

const type = 'application/xml; charset=utf-8'

/** Addresses of a part, which one search reads; sitemaps may have 50,000. */
const partSize = 5000

/** Parts hold until the data changes, and for a day: not all changes are seen. */
const freshMs = 86_400_000

/** Compressed parts that are kept, those of two million organizations: 80 to 100 KB each. */
const mostKept = 400

/** Lists the pages of all organizations for search engines (sitemaps.org). */
const sitemap = definePolicy<SitemapParams>({
  name: 'sitemap',
  params: {
    search: searchParam('it shares with searches.'),
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
    ...findRuleMistakes(rules, index),
  ],
  backends: ({ search }) => ({ engine: accessOf(search, accessNames) }),
  create({ search, rules, index }, { gateway }) {
    const { timeoutMs } = search
    const validated = validateSearch(rules, index) as { search: SearchRequest } // checked before
    const request = { ...validated.search, isDeclared: true }
    const engine = openEngine(gateway, search)
    const { readPart, readTimes, readCounts } = makeReaders(request, engine, {
      partSize,
      timeoutMs,
    })
    const findParts = makeFinder(readTimes, async (trace) => readPlaces(await readCounts(trace)))
    const catalog = catalogOf(rulesFor(rules, 'anonymous'))
    const isOpen = arePagesOpen(gateway.routes)
    const readUrl = urlReader()
    const kept = new LRUCache<string, Promise<CompressedFile>>({ max: mostKept })

    async function find(trace: RequestContext, path: string, url: string) {
      const { pathname, searchParams } = new URL(path, url)
      const version = `${catalog?.version?.(index)} ${Math.floor(Date.now() / freshMs)}`
      const found = await findParts(version, timeoutMs, trace)
      const { parts, places, isWhole } = found
      const part = searchParams.get('part')
      const one = parts[Number(part) - 1]
      const isOfPlaces = part === placesPart && places.length > 0
      if (part !== null && !isOfPlaces && !one) {
        if (isWhole) return undefined
        throw new ApiError('OVERLOADED', 'The parts of the sitemap are still being found')
      }
      const render = async () => {
        if (part === null) return renderIndex(parts, url + pathname, places.length > 0)
        if (isOfPlaces) return renderPlaces(places, url)
        return renderPart(await readPart(one!.after, trace), url)
      }
      const number = isOfPlaces ? part : Number(part)
      const key = JSON.stringify([found.version, parts.length, url, pathname, number])
      const file = kept.get(key) ?? render().then((xml) => compressedFile(type, Buffer.from(xml)))
      kept.set(key, file)
      file.catch(() => kept.delete(key))
      return file
    }

    return async function sitemap(context, req, res) {
      const file = isOpen
        ? await find(context, req.url ?? '', readUrl(req)).catch((error: unknown) => {
            throw toCallerError(error, search)
          })
        : undefined
      if (file === undefined) throw new ApiError('NOT_FOUND', 'There is nothing at this path')
      return sendFile(req, res, file, { 'Cache-Control': 'no-cache' })
    }
  },
})

/** The search for all organizations by the rules of visitors, or why these refuse it. */
function validateSearch(rules: SearchRulesParams, index: string) {
  const { engine: _, ...own } = rulesFor(rules, 'anonymous')
  const shown = fieldRules(own.fields?.allow, own.fields?.deny)
  const isShown = (name: string) => shown?.allows(name) ?? true
  const aggs = countPlaces(isShown)
  const body = {
    query: { match_all: {} },
    _source: ['id', 'name', 'updated_at'].filter(isShown),
    sort: [{ id: { order: 'asc', unmapped_type: 'keyword' } }],
    ...(Object.keys(aggs).length > 0 && { aggs }),
  }
  // no caller has chosen this search
  const validate = validatorOf({ ...own, hints: false, maxCost: Number.MAX_SAFE_INTEGER })
  return validate(JSON.stringify({ index, body }))
}

/** Mistakes in the rules, or under which there is no sitemap. */
function findRuleMistakes(rules: SearchRulesParams, index: string): Diagnostic[] {
  const mistakes = formMistakes(rules, ['rules'])
  if (mistakes.some(({ severity }) => severity !== 'warning')) return mistakes
  const result = validateSearch(rules, index)
  const problems = 'problems' in result ? Object.values(result.problems).flat() : []
  const refusals = problems.map((problem) => ({
    path: ['rules'],
    rule: 'sitemap-refused',
    message: `the rules refuse the search for all organizations: ${problem}`,
    remedy: 'change the rules or the index, or remove the pipeline of the sitemap',
  }))
  return [...mistakes, ...refusals]
}

export const { version, policies, schema, init } = definePlugin(sitemap)
