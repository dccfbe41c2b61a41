/** An error as Elasticsearch renders it: `{error: {root_cause, type, reason}, status}`. */
export class EngineError extends Error {
  readonly status: number
  readonly type: string

  /** @param options `cause`: the error inside the part that could not be read */
  constructor(status: number, type: string, reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'EngineError'
    this.status = status
    this.type = type
  }
}

/**
 * What a real Elasticsearch would take and this engine does not have. It is no error of
 * Elasticsearch's, so nothing that wraps, counts or forgives those may touch it: it reaches the
 * caller as it is.
 */
export class Unsupported extends Error {
  readonly status = 400
  readonly type = 'embedded_engine_exception'

  /** @param what in words of this engine's own, never in the caller's */
  constructor(what: string) {
    super(`the embedded engine does not know ${what}; set ELASTICSEARCH_URL for a real one`)
    this.name = 'Unsupported'
  }
}

/** A write for which the engine has no memory left. */
export class OutOfMemory extends EngineError {
  constructor() {
    super(507, 'embedded_engine_exception', 'the embedded engine has no memory for more documents')
  }
}

/** An error about an index, which its answer names. */
export class IndexError extends EngineError {
  readonly index: string

  constructor(status: number, type: string, reason: string, index: string) {
    super(status, type, reason)
    this.index = index
  }
}

/** What went wrong on one shard. */
export interface ShardFailure {
  index: string
  error: EngineError
}

/** A search that failed on the shards, after its body was read. */
export class SearchFailure extends EngineError {
  readonly failures: readonly ShardFailure[]

  constructor(failures: readonly ShardFailure[], allFailed: boolean) {
    const status = Math.max(...failures.map(({ error }) => error.status))
    super(
      status,
      'search_phase_execution_exception',
      allFailed ? 'all shards failed' : 'Partial shards failure',
    )
    this.failures = failures
  }
}

const badRequest = (type: string) => (reason: string) => new EngineError(400, type, reason)

/** JSON of the wrong type. */
export const parsingError = badRequest('parsing_exception')
/** The same, as Elasticsearch's newer parsers say it. */
export const contentError = badRequest('x_content_parse_exception')
/** A text that is not of its form: a date, a point. */
export const parseError = badRequest('parse_exception')
export const numberError = badRequest('number_format_exception')
/** A value that cannot be what it is. */
export const illegalArgument = badRequest('illegal_argument_exception')
/** What does not fit the fields: Elasticsearch finds out on the shard. */
export const shardError = badRequest('query_shard_exception')

/** What a text field says that is to be sorted by or aggregated. */
export function noFielddata(field: string, index: string): EngineError {
  return illegalArgument(
    `Fielddata is disabled on [${field}] in [${index}]. Text fields are not optimised for ` +
      'operations that require per-document field data like aggregations and sorting, so these ' +
      'operations are disabled by default. Please use a keyword field instead. Alternatively, ' +
      `set fielddata=true on [${field}] in order to load field data by uninverting the inverted ` +
      'index. Note that this can use significant memory.',
  )
}

/** Java's words for a text that is not a number. */
export function noNumber(text: string): string {
  if (text.trim() === '') return 'empty String'
  return /^[+-]?\d*\.\d*\.[\d.]*$/.test(text) ? 'multiple points' : `For input string: "${text}"`
}

/** A clause that does not fit the field it names. */
export function queryError(reason: string): EngineError {
  return shardError(`failed to create query: ${reason}`)
}

export function unsupported(what: string): Unsupported {
  return new Unsupported(what)
}

export function indexNotFound(index: string): IndexError {
  return new IndexError(404, 'index_not_found_exception', `no such index [${index}]`, index)
}

/** Reads a part of a clause; errors in it are reported as the clause's own. */
export function nameClauseOnError<T>(clause: string, part: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    const reason = `[${clause}] failed to parse field [${part}]`
    throw new EngineError(400, 'x_content_parse_exception', reason, { cause: error })
  }
}
