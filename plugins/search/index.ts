import { engineUnavailable } from '../../kit/api/engine-unavailable.js'
import type { Result } from '../../kit/api/envelope.js'
import { accessOf } from '../../kit/elasticsearch/access.js'
import { largeBytes } from '../kit/buffered-response.js'
import { Cancellation } from '../kit/cancellation.js'
import type { SearchAnswer, SearchRequest } from '../kit/context.js'
import { accessMistakes, accessNames, accessParams } from '../kit/engine-access.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import { foundNothing, payloadOf, readAnswer, readLargeAnswer } from './answer.js'
import { backendOf, type SearchOutcome, type SearchParams } from './backend.js'
import { type CachedAnswer, cacheParam, type SearchExecution } from './cache.js'
import { type Asking, overdue } from './engine.js'
import { EngineFailure } from './failure.js'
import { refusalOf } from './refusal.js'

/** Runs the validated search on Elasticsearch and answers with its hits. */
const search = definePolicy<SearchParams, 'caller' | 'search'>({
  name: 'search',
  params: {
    ...accessParams,
    version: { type: 'string', default: 'v9', description: 'Engine version, for answers.' },
    timeoutMs: {
      type: 'integer',
      minimum: 1,
      default: 10_000,
      description:
        'Greatest time for a search, from the question to the last byte, in milliseconds.',
    },
    maxResponseBytes: {
      type: 'integer',
      minimum: 1024,
      maximum: 67_108_864,
      default: 16_777_216,
      description: 'Greatest size of an answer of the engine, in bytes; at most 64 MiB.',
    },
    readyWithoutEngine: {
      type: 'boolean',
      default: true,
      description:
        'Whether /readyz stays 200 while no node of the engine answers; false takes the ' +
        'gateway out of the balancer then.',
    },
    slots: {
      type: 'integer',
      minimum: 4,
      maximum: 10_000,
      default: 128,
      description:
        'Searches that are under way at once, in each process. The others wait, one line per ' +
        'owner, in turn.',
    },
    dearShare: {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 1,
      default: 0.1,
      description:
        'From this share of maxCost, or of 10,000 hits, a search is expensive: such searches have ' +
        'a quarter of the slots, and take them in proportion to their cost.',
    },
    cache: cacheParam,
  },
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
    const { queue, unread, engine, cache } = backendOf(params, gateway)

    async function ask(request: SearchRequest, asking: Asking): Promise<SearchOutcome> {
      if (queue.isExpensive(request)) asking.mayBeLarge?.()
      const raw = await engine.search(request, asking)
      try {
        const { status, bytes } = raw
        if (status !== 200) throw refusalOf(status, bytes.toString(), request)
        const answer = bytes.length > largeBytes ? await readLargeAnswer(bytes) : readAnswer(bytes)
        const { results, aggregations, count, total } = answer
        return {
          json: aggregations ? [results, aggregations] : [results],
          ...{ count, total },
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
      const questions: SearchExecution<SearchOutcome> = {
        enter: () => queue.enter(caller.ownerId, request, cancel),
        send: (cancel, mayBeLarge) => {
          const isSingleThreaded = queue.isExpensive(request)
          return ask(request, { traceparent, cancel, mayBeLarge, isSingleThreaded })
        },
      }
      try {
        const { answer, status }: CachedAnswer<SearchOutcome> = cache
          ? await cache.get(request, { signal: cancel.signal, mayBeLarge }, questions)
          : { answer: await sendUnshared(questions, cancel, mayBeLarge) }
        const { size } = answer
        if (size > largeBytes) {
          if (cache) mayBeLarge() // it may have been read for another caller
          unread.add(caller.ownerId, size, res)
        }
        const hints = request.hints && answer.foundNothing ? request.hints() : []
        const result = resultOf(answer, request, version)
        context.result = {
          ...result,
          ...(status !== undefined && { headers: { ...result.headers, 'Cache-Status': status } }),
          ...(hints.length > 0 && { meta: { hints } }),
        }
        return undefined
      } catch (error) {
        if (res.destroyed) return 'answered'
        throw error instanceof EngineFailure
          ? engineUnavailable(version, error.reason, error)
          : error
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
): Result {
  const [results = Buffer.from('[]'), aggregations] = json
  const found: SearchAnswer = { results, count, total, aggregations }
  return request.answer?.(found, version) ?? { json: payloadOf(found, request, version) }
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

export const { version, policies, schema, init } = definePlugin(search)
