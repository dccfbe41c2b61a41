import type { Result } from '../../kit/api/envelope.js'
import { switchSetting } from '../../kit/config/settings.js'
import { accessOf } from '../../kit/elasticsearch/access.js'
import { searchTermCounter } from '../../kit/usage/search-terms.js'
import { largeBytes } from '../kit/buffered-response.js'
import { Cancellation } from '../kit/cancellation.js'
import type { SearchAnswer, SearchRequest } from '../kit/context.js'
import { accessMistakes, accessNames } from '../kit/engine-access.js'
import { spendHits } from '../kit/hit-limits.js'
import { definePlugin, definePolicy, joinPlugins } from '../kit/plugin.js'
import {
  foundNothing,
  type OwnMeta,
  payloadOf,
  readAnswer,
  readLargeAnswer,
  searchMetaOf,
} from './answer.js'
import { backendOf, type SearchOutcome } from './backend.js'
import type { CachedAnswer, SearchExecution } from './cache.js'
import { type Asking, overdue } from './engine.js'
import { exportRows } from './export/index.js'
import { errorForCaller } from './failure.js'
import { paramSchemas, type SearchParams } from './policy-params.js'
import { refusalOf } from './refusal.js'

/** Runs the validated search on Elasticsearch and answers with its hits. */
const search = definePolicy<SearchParams, 'caller' | 'search'>({
  name: 'search',
  params: paramSchemas,
  required: ['nodes'],
  role: 'answer',
  place: { needs: ['caller', 'search'] },
  check: (params) => accessMistakes(params),
  backends: (params) => ({
    engine: accessOf(params, accessNames),
    isEngineRequired: !params.readyWithoutEngine,
  }),
  create(params, gateway) {
    const { version, timeoutMs } = params
    const { queue, unread, engine, cache } = backendOf(gateway, params)
    const terms = switchSetting('SEARCH_TERMS') ? searchTermCounter : undefined

    async function ask(request: SearchRequest, asking: Asking): Promise<SearchOutcome> {
      const raw = await engine.search(request, asking)
      try {
        const { status, bytes } = raw
        if (status !== 200) throw refusalOf(status, bytes.toString(), request)
        const answer = bytes.length > largeBytes ? await readLargeAnswer(bytes) : readAnswer(bytes)
        const { results, aggregations, count, total } = answer
        return {
          json: aggregations ? [results, aggregations] : [results],
          count,
          total,
          foundNothing: request.hints !== undefined && foundNothing(answer),
          size: bytes.length,
        }
      } finally {
        raw.end()
      }
    }

    return async function search(context, _req, res) {
      const { search: request, caller, traceparent } = context
      if (res.destroyed) return 'answered' // the caller has disconnected
      const cancel = new Cancellation()
      const hangUp = () => cancel.abort()
      res.once('close', hangUp)
      const deadline = setTimeout(() => cancel.abort(overdue), timeoutMs)
      const mayBeLarge = () => unread.check(caller.ownerId)
      const execution: SearchExecution<SearchOutcome> = {
        enter: () => queue.enter(caller.ownerId, cancel),
        send: (cancel, mayBeLarge) => ask(request, { traceparent, cancel, mayBeLarge }),
      }
      try {
        const { answer, status }: CachedAnswer<SearchOutcome> = cache
          ? await cache.get(request, { signal: cancel.signal, mayBeLarge }, execution)
          : { answer: await sendUnshared(execution, cancel, mayBeLarge) }
        const { size } = answer
        if (size > largeBytes) {
          if (cache) mayBeLarge() // it may have been read for another caller
          unread.add(caller.ownerId, size, res)
        }
        if (context.hitLimits) await spendHits(context, answer.count)
        if (request.text !== undefined)
          terms?.count(request.text, caller.ownerId, answer.foundNothing)
        const hints = request.hints?.(answer.foundNothing) ?? []
        const meta = searchMetaOf(request, hints)
        const result = resultOf(answer, request, version, meta)
        result.meta = meta
        if (status !== undefined) result.headers = { ...result.headers, 'Cache-Status': status }
        context.result = result
        return undefined
      } catch (error) {
        if (res.destroyed) return 'answered'
        throw errorForCaller(error, params)
      } finally {
        clearTimeout(deadline)
        res.off('close', hangUp)
      }
    }
  },
})

/** What the caller gets. @throws ApiError as the `answer` of a request does. */
function resultOf(
  { json, count, total }: SearchOutcome,
  request: SearchRequest,
  version: string,
  meta: OwnMeta,
): Result {
  const [results = Buffer.from('[]'), aggregations] = json
  const found: SearchAnswer = { results, count, total, aggregations }
  return request.answer?.(found, version, meta) ?? { json: payloadOf(found, request, version) }
}

async function sendUnshared(
  { enter, send }: SearchExecution<SearchOutcome>,
  cancel: Cancellation,
  mayBeLarge: () => void,
): Promise<SearchOutcome> {
  const leave = await enter()
  try {
    return await send(cancel, mayBeLarge)
  } finally {
    leave()
  }
}

export const { version, policies, schema, init } = joinPlugins(
  definePlugin(search),
  definePlugin(exportRows),
)
