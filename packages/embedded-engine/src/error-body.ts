import {
  EngineError,
  IndexError,
  SearchFailure,
  type ShardFailure,
  type Unsupported,
} from './errors.js'

/** The body of an error answer, in Elasticsearch's shape. */
export function errorBody(error: EngineError | Unsupported): { error: unknown; status: number } {
  const { status } = error
  if (error instanceof SearchFailure) {
    const causes = error.failures.map(({ index, error: cause }) => ({
      type: cause.type,
      reason: cause.message,
      index,
    }))
    const shards = error.failures.map(renderFailure)
    const own = {
      type: error.type,
      reason: error.message,
      phase: 'query',
      grouped: true,
      failed_shards: shards,
    }
    return { error: { root_cause: causes, ...own }, status }
  }
  return { error: { root_cause: [errorCause(rootOf(error), true)], ...errorCause(error) }, status }
}

/** A shard's failure, as an error answer and the answer of a partly failed search list it. */
export function renderFailure({ index, error }: ShardFailure): Record<string, unknown> {
  return {
    shard: 0,
    index,
    node: 'embedded',
    reason: { type: error.type, reason: error.message, index },
  }
}

/**
 * The innermost error that shows something of its own: Elasticsearch looks through parsing errors
 * for it.
 */
function rootOf(error: EngineError | Unsupported): EngineError | Unsupported {
  const { cause } = error
  const isTelling =
    cause instanceof EngineError && /^(parsing|x_content_parse)_exception$/.test(cause.type)
  return isTelling ? rootOf(cause) : error
}

/**
 * Type, reason, index and cause of an error, unchanged in an answer or in an item of a bulk
 * answer.
 */
export function errorCause(
  error: EngineError | Unsupported,
  isRoot = false,
): Record<string, unknown> {
  const { type, message: reason, cause } = error
  return {
    type,
    reason,
    ...(error instanceof IndexError ? aboutIndex(error) : {}),
    ...(cause instanceof EngineError && !isRoot ? { caused_by: errorCause(cause) } : {}),
  }
}

function aboutIndex({ status, index }: IndexError): Record<string, unknown> {
  const resource = status === 404 ? { 'resource.type': 'index_or_alias', 'resource.id': index } : {}
  return { ...resource, index_uuid: '_na_', index }
}
