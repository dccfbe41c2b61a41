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
import { rulesParam, type SearchRulesParams } from '../../../plugins/kit/rules/params.js'
import { validatorOf } from '../../../plugins/kit/rules/validator.js'
import { sendFile, servedFile } from '../../../plugins/kit/served-file.js'
import { arePagesOpen } from '../kit/discoverable.js'
import {
  findParts,
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

/** Addresses of a part, which one search reads; sitemaps may have 50,000. */
const partSize = 5000

/** How long parts hold, in milliseconds: organizations rarely come or go between two loads. */
const freshMs = 3_600_000

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
    const { readPart, readCounts } = makeReaders(request, engine, { partSize, timeoutMs })
    const findAll = async (trace: RequestContext) => ({
      parts: await findParts(readPart, trace),
      places: readPlaces(await readCounts(trace)),
    })
    // all requests share one pass; a failed one is not kept
    const found = new LRUCache<'parts', Awaited<ReturnType<typeof findAll>>, RequestContext>({
      ...{ max: 1, ttl: freshMs },
      fetchMethod: (_key, _stale, { context }) => findAll(context),
    })
    const isOpen = arePagesOpen(gateway.routes)
    const readUrl = urlReader()

    async function render(trace: RequestContext, path: string, url: string) {
      const { pathname, searchParams } = new URL(path, url)
      const { parts, places } = await found.forceFetch('parts', { context: trace })
      const number = searchParams.get('part')
      if (number === null) return renderIndex(parts, url + pathname, places.length > 0)
      if (number === placesPart) return places.length > 0 ? renderPlaces(places, url) : undefined
      const part = parts[Number(number) - 1]
      return part && renderPart(await readPart(part.after, trace), url)
    }

    return async function sitemap(context, req, res) {
      const xml = isOpen
        ? await render(context, req.url ?? '', readUrl(req)).catch((error: unknown) => {
            throw toCallerError(error, search)
          })
        : undefined
      if (xml === undefined) throw new ApiError('NOT_FOUND', 'There is nothing at this path')
      const file = servedFile('application/xml; charset=utf-8', Buffer.from(xml))
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
