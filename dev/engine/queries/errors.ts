import { EngineError } from '../types.js'

/** An option that cannot be what it is. */
export function invalid(reason: string): EngineError {
  return new EngineError(400, 'illegal_argument_exception', reason)
}

/** A clause that does not fit the field it names: Elasticsearch finds out on the shard. */
export function queryError(reason: string): EngineError {
  return new EngineError(400, 'query_shard_exception', `failed to create query: ${reason}`)
}
