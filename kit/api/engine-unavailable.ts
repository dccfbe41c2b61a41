import { ApiError, texts } from './errors.js'

/** A row of a table of reasons. */
export interface ReasonKind {
  /** When it happens, for the docs. */
  cause: string
  /** What the caller can do about it. */
  remedy: string
}

/** Why the search engine gave no usable answer: `details.reason` of ELASTICSEARCH_UNAVAILABLE. */
export const engineReasons = {
  unreachable: {
    cause: 'No node of the engine can be reached, or the connection was lost.',
    remedy: 'Try again after Retry-After.',
  },
  engine_busy: {
    cause: 'The engine is overloaded or short of memory.',
    remedy: 'Try again after Retry-After.',
  },
  timeout: {
    cause: 'The search took longer than the deadline of the gateway, or than its own `timeout`.',
    remedy:
      'Ask for less: a narrower query, fewer aggregations, a smaller `size`. The same search ' +
      'would take as long again, unless the message says that nothing was answered.',
  },
  response_too_large: {
    cause: 'The answer is larger than the gateway accepts.',
    remedy: 'Ask for less: a smaller `size`, fewer fields in `_source`, fewer buckets.',
  },
  cancelled: {
    cause: 'An operator has cancelled the search.',
    remedy: 'Ask for less, or ask the operator: the same search may be cancelled again.',
  },
  partial: {
    cause: 'A part of the index did not answer; partial results are never returned.',
    remedy: 'Try again after Retry-After.',
  },
  refused_credential: {
    cause: "The engine refuses the gateway's own credential.",
    remedy: 'Report the requestId: the operator has to set another credential.',
  },
  engine_error: {
    cause: 'The engine failed on this search.',
    remedy: 'Try again once; if it fails again, report the requestId.',
  },
  unreadable_response: {
    cause: 'The answer is not from Elasticsearch, or is damaged.',
    remedy: 'Try again after Retry-After; if it fails again, report the requestId.',
  },
} as const satisfies Record<string, ReasonKind>

/** A value of `details.reason`. */
export type EngineReason = keyof typeof engineReasons

/** What a search may take at most, for messages. */
export interface EngineBounds {
  timeoutMs: number
  maxResponseBytes: number
  /** Whether the node answered nothing until the deadline: then it may be hanging. */
  isSilent?: boolean
}

/**
 * The error of a call that the search engine did not answer. @param version As `data.version` of a
 * search.
 */
export function engineUnavailable(
  version: string,
  reason: EngineReason,
  cause?: unknown,
  bounds?: EngineBounds,
): ApiError {
  const message = (bounds && askForLess(reason, bounds)) ?? texts.engineUnavailable
  return new ApiError('ELASTICSEARCH_UNAVAILABLE', message, {
    details: { version, reason },
    cause,
  })
}

/** What is wrong with a search that no engine could answer. */
function askForLess(
  reason: EngineReason,
  { timeoutMs, maxResponseBytes, isSilent = false }: EngineBounds,
): string | undefined {
  const seconds = `${timeoutMs / 1000} s`
  if (reason === 'timeout' && isSilent)
    return (
      `The search engine has answered nothing for ${seconds}. Try again, and ask for less if only ` +
      'this search fails.'
    )
  if (reason === 'timeout') return `The search exceeded its deadline of ${seconds}. Ask for less.`
  if (reason === 'cancelled') return 'An operator has cancelled this search. Ask for less.'
  if (reason === 'response_too_large')
    return `The answer is larger than ${maxResponseBytes} bytes. Ask for less.`
  return undefined
}
