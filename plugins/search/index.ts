import type { Result } from '../../kit/api/envelope.js'
import { switchSetting } from '../../kit/config/settings.js'
import { accessOf } from '../../kit/elasticsearch/access.js'
import type { Trace } from '../../kit/telemetry/request-span.js'
import { usageCounter } from '../../kit/usage/counter.js'
import { searches } from '../../kit/usage/searches.js'
import { largeBytes } from '../kit/buffered-response.js'
import { Cancellation } from '../kit/cancellation.js'
import type { SearchAnswer, SearchRequest } from '../kit/context.js'
import { readAnswer, readLargeAnswer } from '../kit/engine/answer.js'
import { type Asking, cancelled, overdue, toFailure } from '../kit/engine/call.js'
import { toCallerError } from '../kit/engine/failure.js'
import { openEngine } from '../kit/engine/open.js'
import { paramSchemas, type SearchParams } from '../kit/engine/params.js'
import { toRefusal } from '../kit/engine/refusal.js'
import { accessMistakes, accessNames } from '../kit/engine-access.js'
import { spendHits } from '../kit/hit-limits.js'
import { oncePer } from '../kit/once-per.js'
import { OwnerBackpressure } from '../kit/owner-backpressure.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import type { GatewayView } from '../kit/policy.js'
import { type CachedAnswer, SearchCache, type SearchExecution } from './cache.js'
import { KeptSlot } from './kept-slot.js'
import { foundNothing, makeMeta, type OwnMeta, renderPayload } from './payload.js'

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
    slots: params.slots,
    isEngineRequired: !params.readyWithoutEngine,
  }),
  create(params, { gateway }) {
    const { version, timeoutMs } = params
    const { queue, engine } = openEngine(gateway, params)
    const { unread, cache, kept } = openAnswers(gateway, params)
    const terms = switchSetting('SEARCH_TERMS') ? usageCounter : undefined

    async function ask(request: SearchRequest, asking: Asking): Promise<SearchOutcome> {
      const raw = await engine.search(request, asking)
      try {
        const { status, bytes } = raw
        if (status !== 200) throw toRefusal(status, bytes.toString(), request)
        const answer = bytes.length > largeBytes ? await readLargeAnswer(bytes) : readAnswer(bytes)
        const { results, aggregations, count, total } = answer
        return {
          json: aggregations ? [results, aggregations] : [results],
          count,
          total,
          foundNothing: request.hints !== undefined && foundNothing(request, answer),
          size: bytes.length,
        }
      } finally {
        raw.end()
      }
    }

    /** The answer to a search, and the search itself: the last of those that follow one another. */
    async function answerTo(first: SearchRequest, asking: Waiting): Promise<Answered> {
      const slot = new KeptSlot()
      try {
        let request = first
        let answered = await cachedAnswer(request, asking, slot)
        for (;;) {
          const next = request.followUp?.(toSearchAnswer(answered.answer))
          if (!next) return { ...(await withFacets(answered, request, asking, slot)), request }
          request = next
          if (!next.known) answered = await cachedAnswer(next, asking, slot)
          else answered = { answer: toOutcome(next.known, answered.answer.size) }
        }
      } finally {
        slot.end()
      }
    }

    /** An answer with the facets that its search asks for. */
    async function withFacets(
      answered: CachedAnswer<SearchOutcome>,
      { facets }: SearchRequest,
      asking: Waiting,
      slot: KeptSlot,
    ): Promise<CachedAnswer<SearchOutcome>> {
      if (!facets) return answered
      const { json, total } = answered.answer
      // the total is known before the catalog sees that documents came or went
      const version = facets.version && `${facets.version} ${total?.value}`
      const { answer } = await cachedAnswer({ ...facets, version }, asking, slot)
      return {
        ...answered,
        answer: { ...answered.answer, json: [json[0]!, ...answer.json.slice(1)] },
      }
    }

    function cachedAnswer(
      request: SearchRequest,
      { trace, ownerId, cancel, mayBeLarge, sent }: Waiting,
      slot: KeptSlot,
    ): Promise<CachedAnswer<SearchOutcome>> {
      const execution: SearchExecution<SearchOutcome> = {
        enter: () => slot.enter(() => queue.enter(ownerId, cancel)),
        keep: (leave) => slot.keep(leave),
        send(cancel, mayBeLarge) {
          sent()
          return ask(request, { trace, cancel, mayBeLarge })
        },
      }
      const shared = request.version === undefined ? cache : kept
      if (shared) return shared.get(request, { signal: cancel.signal, mayBeLarge }, execution)
      return sendUnshared(execution, cancel, mayBeLarge)
    }

    return async function search(context, _req, res) {
      const { search: first, caller } = context
      if (res.destroyed) return 'answered' // the caller has disconnected
      const { ownerId } = caller
      const cancel = new Cancellation()
      const hangUp = () => cancel.abort()
      res.once('close', hangUp)
      const deadline = setTimeout(() => cancel.abort(overdue), timeoutMs)
      const mayBeLarge = () => unread.check(ownerId)
      const { sent, ended } = searches.begin(context, () => cancel.abort(cancelled))
      try {
        const waiting = { trace: context, ownerId, cancel, mayBeLarge, sent }
        const { request, answer, status } = await answerTo(first, waiting)
        const { size } = answer
        if (size > largeBytes) {
          if (cache) mayBeLarge() // it may have been read for another caller
          unread.add(ownerId, size, res)
        }
        if (context.hitLimits) await spendHits(context, answer.count)
        if (request.text !== undefined)
          terms?.countSearch(request.text, caller.ownerId, answer.foundNothing)
        const hints = request.hints?.(answer.foundNothing) ?? []
        const meta = makeMeta(request, hints)
        const result = makeResult(answer, request, version, meta)
        result.meta = meta
        if (status !== undefined) result.headers = { ...result.headers, 'Cache-Status': status }
        context.result = result
        return undefined
      } catch (error) {
        if (res.destroyed) return 'answered'
        throw toCallerError(toFailure(error, cancel), params)
      } finally {
        ended()
        clearTimeout(deadline)
        res.off('close', hangUp)
      }
    }
  },
})

/** A good answer. */
interface SearchOutcome extends Pick<SearchAnswer, 'count' | 'total'> {
  /** JSON of the results and, if any, of the aggregations. */
  json: readonly Buffer[]
  /** Determined only if hints are possible: it may require parsing the aggregations. */
  foundNothing: boolean
  /** Size of the engine's answer, in bytes. */
  size: number
}

/** What equal steps know of answers: those that callers have not read yet, and cached ones. */
const openAnswers = oncePer((_view: GatewayView, { cache, timeoutMs }: SearchParams) => ({
  unread: new OwnerBackpressure(),
  cache: cache && new SearchCache<SearchOutcome>(cache, timeoutMs),
  kept: new SearchCache<SearchOutcome>(keptFacets, timeoutMs),
}))

/**
 * Facets of a version of the data: of the home page, of each state and of some hundred other pages,
 * 5 KB each. A day, as what an operator changes by other means than the loader may keep its version.
 */
const keptFacets = { seconds: 86_400, maxBytes: 4 * 1024 * 1024 }

/** Who waits for an answer. */
interface Waiting {
  trace: Trace
  ownerId: string
  cancel: Cancellation
  mayBeLarge: () => void
  /** Called when the search is sent to the engine. */
  sent: () => void
}

interface Answered extends CachedAnswer<SearchOutcome> {
  request: SearchRequest
}

function toSearchAnswer({ json, count, total }: SearchOutcome): SearchAnswer {
  const [results = Buffer.from('[]'), aggregations] = json
  return { results, count, total, aggregations }
}

function toOutcome(
  { results, aggregations, count, total }: SearchAnswer,
  size: number,
): SearchOutcome {
  const json = aggregations ? [results, aggregations] : [results]
  return { json, count, total, foundNothing: count === 0, size }
}

/** What the caller gets. @throws ApiError as the `answer` of a request does. */
function makeResult(
  outcome: SearchOutcome,
  request: SearchRequest,
  version: string,
  meta: OwnMeta,
): Result {
  const found = toSearchAnswer(outcome)
  return request.answer?.(found, version, meta) ?? { json: renderPayload(found, request, version) }
}

async function sendUnshared(
  { enter, keep, send }: SearchExecution<SearchOutcome>,
  cancel: Cancellation,
  mayBeLarge: () => void,
): Promise<CachedAnswer<SearchOutcome>> {
  const leave = await enter()
  try {
    return { answer: await send(cancel, mayBeLarge) }
  } finally {
    keep(leave)
  }
}

export const { version, policies, schema, init } = definePlugin(search)
