import type { EngineReason } from '../../kit/api/engine-unavailable.js'
import { type ErrorCode, errorKinds } from '../../kit/api/errors.js'
import { faults, type Mode } from './fault-engine.js'

/**
 * What the caller gets of a fault: our envelope with this code, the data in our envelope, the
 * answer as it is, or an answer that visibly breaks off.
 */
export type Outcome = ErrorCode | 'data' | 'as it is' | 'breaks off'

/** Steps that ask someone: `search`, and `upstream` with either kind of `response`. */
type AskingStep = 'search' | 'passthrough' | 'envelope'

/** Modes that no answer comes of, whatever is made of answers. */
const unanswered: Partial<Record<Mode, Outcome>> = {
  'never answers': 'UPSTREAM_TIMEOUT',
  'never reads': 'UPSTREAM_TIMEOUT',
  'slow headers': 'UPSTREAM_TIMEOUT',
  'interim answers without end': 'UPSTREAM_TIMEOUT',
  'resets at once': 'UPSTREAM_UNAVAILABLE',
  'closes at once': 'UPSTREAM_UNAVAILABLE',
  'is not HTTP': 'UPSTREAM_UNAVAILABLE',
  'cuts the head': 'UPSTREAM_UNAVAILABLE',
  'huge head': 'UPSTREAM_UNAVAILABLE',
  'two lengths': 'UPSTREAM_UNAVAILABLE',
  'length and chunks': 'UPSTREAM_UNAVAILABLE',
  'bad chunk size': 'UPSTREAM_UNAVAILABLE',
  'resets after the head': 'UPSTREAM_UNAVAILABLE',
}

/** For each step the outcome that is not listed, and those that are. */
const outcomes: Record<AskingStep, [other: Outcome, listed: Partial<Record<Mode, Outcome>>]> = {
  search: [
    'ELASTICSEARCH_UNAVAILABLE',
    {
      good: 'data',
      '404 of an index': 'VALIDATION_ERROR',
      '400 of a closed index': 'VALIDATION_ERROR',
      '400 of a query': 'VALIDATION_ERROR',
      '413': 'PAYLOAD_TOO_LARGE',
    },
  ],
  passthrough: [
    'as it is',
    {
      ...unanswered,
      'slow drip': 'breaks off',
      'stalls in the body': 'breaks off',
      'resets in the body': 'breaks off',
      'resets between chunks': 'breaks off',
      'cuts the body': 'breaks off',
      '300 MB, announced': 'breaks off', // at the deadline
      '300 MB, chunked': 'breaks off',
    },
  ],
  envelope: [
    'UPSTREAM_UNAVAILABLE',
    {
      ...unanswered,
      good: 'data',
      'empty 200': 'data',
      'acknowledged 200': 'data',
      'wrong hits': 'data',
      'wrong hit': 'data',
      'wrong total': 'data',
      'null 200': 'data',
      timed_out: 'data',
      'a failed shard': 'data',
      'slow drip': 'UPSTREAM_TIMEOUT',
      'stalls in the body': 'UPSTREAM_TIMEOUT',
      '400 of a closed index': 'VALIDATION_ERROR',
      '400 of a query': 'VALIDATION_ERROR',
      '400 of HTML': 'VALIDATION_ERROR',
      '401': 'UNAUTHORIZED',
      '403': 'FORBIDDEN',
      '404 of a proxy': 'NOT_FOUND',
      '404 of an index': 'NOT_FOUND',
      '413': 'PAYLOAD_TOO_LARGE',
      '429': 'RATE_LIMITED',
      '429 of its own timeout': 'RATE_LIMITED',
    },
  ],
}

/** What the caller of a step gets when its target fails so. */
export function outcomeOf(step: AskingStep, mode: Mode): Outcome {
  const [other, listed] = outcomes[step]
  return listed[mode] ?? other
}

/** `details.reason` of a search that the engine fails so; `unreachable` where it is not listed. */
const reasons: Partial<Record<Mode, EngineReason>> = {
  'never answers': 'timeout',
  'never reads': 'timeout',
  'slow headers': 'timeout',
  'slow drip': 'timeout',
  'stalls in the body': 'timeout',
  'interim answers without end': 'timeout',
  timed_out: 'timeout',
  '429 of its own timeout': 'timeout',
  '504 of its own timeout': 'timeout',
  '300 MB, announced': 'response_too_large',
  '300 MB, chunked': 'response_too_large',
  'a failed shard': 'partial',
  '503 of a red index': 'partial',
  '429': 'engine_busy',
  '500': 'engine_error',
  '401': 'refused_credential',
  '403': 'refused_credential',
  redirect: 'engine_error',
  '400 of HTML': 'engine_error',
  '404 of a proxy': 'engine_error',
  ...Object.fromEntries(
    [
      ...[
        'HTML 200',
        'HTML 200 of the product',
        'empty 200',
        'acknowledged 200',
        'null 200',
        'bad JSON',
      ],
      ...[
        'wrong hits',
        'wrong hit',
        'wrong total',
        'cut gzip',
        'good gzip that nobody asked for',
        'gzip bomb',
      ],
    ].map((mode) => [mode, 'unreadable_response'] as const),
  ),
}

/** Why a search has no answer when the engine fails so. */
export function reasonOf(mode: Mode): EngineReason {
  return reasons[mode] ?? 'unreachable'
}

/** The outcome of an answer that has come whole. @param status Its HTTP status. */
export function outcomeOfAnswer(status: number, text: string): Outcome {
  let envelope: {
    status?: unknown
    error?: { code?: string }
    meta?: { requestId?: unknown }
  } | null
  try {
    envelope = JSON.parse(text)
  } catch {
    return 'as it is'
  }
  if (typeof envelope?.meta?.requestId !== 'string') return 'as it is'
  if (envelope.status === 'success') return 'data'
  const code = envelope.error?.code as ErrorCode
  return errorKinds[code]?.status === status ? code : 'as it is'
}

export const modes = Object.keys(faults) as Mode[]
