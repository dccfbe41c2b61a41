import { renderFailure, SearchFailure } from './search/search.js'
import { EngineError } from './types.js'

/** An error about an index, which its answer names. */
export class IndexError extends EngineError {
  readonly index: string

  constructor(status: number, type: string, reason: string, index: string) {
    super(status, type, reason)
    this.index = index
  }
}

export function indexNotFound(index: string): IndexError {
  return new IndexError(404, 'index_not_found_exception', `no such index [${index}]`, index)
}

/** The body of an error answer, in Elasticsearch's shape. */
export function errorBody(error: EngineError): { error: unknown; status: number } {
  const { status } = error
  if (error instanceof SearchFailure) {
    const causes = error.failures.map(({ index, error: cause }) => ({ type: cause.type, reason: cause.message, index }))
    const shards = error.failures.map(renderFailure)
    const own = { type: error.type, reason: error.message, phase: 'query', grouped: true, failed_shards: shards }
    return { error: { root_cause: causes, ...own }, status }
  }
  const own = errorCause(error)
  return { error: { root_cause: [own], ...own }, status }
}

/** Type, reason and index of an error, as they stand in an answer or in an item of a bulk answer. */
export function errorCause(error: EngineError): Record<string, unknown> {
  const cause = { type: error.type, reason: error.message }
  if (!(error instanceof IndexError)) return cause
  const resource = error.status === 404 ? { 'resource.type': 'index_or_alias', 'resource.id': error.index } : {}
  return { ...cause, ...resource, index_uuid: '_na_', index: error.index }
}
