import { accessOf } from '../../kit/elasticsearch.js'
import { ApiError, texts } from '../../kit/errors.js'
import { Cancellation } from '../kit/cancellation.js'
import { accessMistakes, accessNames, accessParams } from '../kit/engine-access.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import { UnreadAnswers } from '../kit/unread-answers.js'
import { largeBytes } from '../kit/whole-answers.js'
import { foundNothing, payloadOf, readAnswer } from './answer.js'
import { Engine, overdue } from './engine.js'
import { EngineFailure } from './failure.js'
import { FairQueue } from './fair-queue.js'
import { refusalOf } from './refusal.js'

interface Params {
  nodes: string
  apiKey?: string | null
  username?: string | null
  password?: string | null
  ca?: string | null
  version: string
  timeoutMs: number
  maxResponseBytes: number
  slots: number
  dearShare: number
}

/** The part of the deadline that may pass in waiting: who begins after it would be cut off, and its work be in vain. */
const waitingPart = 0.8

/** Runs the judged search on Elasticsearch and answers with its hits. */
const search = definePolicy<Params, 'caller' | 'search'>({
  name: 'search',
  params: {
    ...accessParams,
    version: { type: 'string', default: 'v9', description: 'Engine version that answers tell.' },
    timeoutMs: {
      type: 'integer',
      minimum: 1,
      default: 10_000,
      description: 'Greatest time for a search, from the question to the last byte, in milliseconds.',
    },
    maxResponseBytes: {
      type: 'integer',
      minimum: 1024,
      maximum: 67_108_864,
      default: 16_777_216,
      description: 'Greatest size of an answer of the engine, in bytes; at most 64 MiB.',
    },
    slots: {
      type: 'integer',
      minimum: 4,
      maximum: 10_000,
      default: 128,
      description:
        'Searches that are under way at once, in each process. The others wait, one line per owner, in turn.',
    },
    dearShare: {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 1,
      default: 0.1,
      description:
        'From this share of maxCost on a search is dear: such searches have a quarter of the slots, and take them by their price.',
    },
  },
  required: ['nodes'],
  role: 'answer',
  place: { needs: ['caller', 'search'] },
  check: (params) => accessMistakes(params),
  backends: (params) => ({ engine: accessOf(params, accessNames) }),
  create(params) {
    const { version, timeoutMs, maxResponseBytes, slots, dearShare } = params
    const queue = new FairQueue({ slots, dearShare, patienceMs: waitingPart * timeoutMs })
    const unread = new UnreadAnswers()
    const engine = new Engine({ access: accessOf(params, accessNames), maxResponseBytes })

    return async function search(context, _req, res) {
      const { search: request, caller } = context
      if (res.destroyed) return 'answered' // the caller is gone: nobody is there to be answered
      const cancel = new Cancellation()
      const hangUp = () => cancel.abort()
      res.once('close', hangUp)
      const deadline = setTimeout(() => cancel.abort(overdue), timeoutMs)
      let leave: (() => void) | undefined
      try {
        leave = await queue.enter(caller.ownerId, request.cost.passes / request.cost.cap, cancel)
        const { traceparent } = context
        const mayBeLarge = () => unread.judge(caller.ownerId)
        const { status, bytes } = await engine.search(request, { traceparent, cancel, mayBeLarge })
        if (bytes.length > largeBytes) unread.add(caller.ownerId, bytes.length, res)
        if (status !== 200) throw refusalOf(status, bytes.toString(), request)
        const answer = readAnswer(bytes)
        const hints = request.hints && foundNothing(answer) ? request.hints() : []
        const json = payloadOf(answer, request, version)
        context.result = { json, ...(hints.length > 0 && { meta: { hints } }) }
        return undefined
      } catch (error) {
        if (res.destroyed) return 'answered'
        throw error instanceof EngineFailure ? unavailable(error, version) : error
      } finally {
        clearTimeout(deadline)
        leave?.()
        res.off('close', hangUp)
      }
    }
  },
})

function unavailable(cause: EngineFailure, version: string): ApiError {
  return new ApiError('ELASTICSEARCH_UNAVAILABLE', texts.engineUnavailable, { details: { version }, cause })
}

export const { version, policies, schema, init } = definePlugin(search)
