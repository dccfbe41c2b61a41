import { EngineError } from '../types.js'

/** An option that cannot be what it is. */
export function invalid(reason: string): EngineError {
  return new EngineError(400, 'illegal_argument_exception', reason)
}

/** Reads a part of a clause; what is wrong in it is told as the clause's own error. */
export function within<T>(clause: string, part: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    throw new EngineError(400, 'x_content_parse_exception', `[${clause}] failed to parse field [${part}]`, {
      cause: error,
    })
  }
}

/** A clause that does not fit the field it names: Elasticsearch finds out on the shard. */
export function queryError(reason: string): EngineError {
  return new EngineError(400, 'query_shard_exception', `failed to create query: ${reason}`)
}
