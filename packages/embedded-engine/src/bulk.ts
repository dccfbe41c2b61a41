import { randomBytes } from 'node:crypto'
import { errorCause } from './error-body.js'
import { EngineError, IndexError, Unsupported } from './errors.js'
import { parseAsWritten, stringifyExact } from './exact-json.js'
import type { Stored } from './index/shard.js'
import type { Indices } from './indices.js'
import { unknownName } from './lacking.js'
import { isObject, isScalar, type Json } from './queries/options.js'

/** What a write did, as its answer or its item of a bulk answer shows. */
export interface Written {
  status: number
  answer: Json
}

const actions = ['index', 'create', 'delete'] as const
type Action = (typeof actions)[number]

/**
 * Runs a bulk request: lines of actions and documents. Each refusal is an item of the answer.
 * @throws EngineError when the lines are not those of a bulk request
 */
export function bulk(indices: Indices, body: Buffer, defaultIndex: string | undefined): Json {
  const started = performance.now()
  if (body.at(-1) !== newline)
    throw malformed('The bulk request must be terminated by a newline [\\n]')
  const lines = new Lines(body)
  const items: Json[] = []
  let hasErrors = false
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    if (line.length === 0) continue
    const { action, index, id } = readAction(line, lines.count, defaultIndex)
    const source = action === 'delete' ? line : (lines.next() ?? nothing)
    try {
      const { status, answer } =
        action === 'delete'
          ? remove(indices, index, id ?? '')
          : write(indices, index, id, source, action === 'create')
      items.push({ [action]: { ...answer, status } })
    } catch (error) {
      if (!(error instanceof EngineError || error instanceof Unsupported)) throw error
      hasErrors = true
      items.push({
        [action]: {
          _index: index,
          _id: id ?? null,
          status: error.status,
          error: errorCause(error),
        },
      })
    }
  }
  if (items.length === 0) {
    throw malformed(
      'Validation Failed: 1: no requests added;',
      'action_request_validation_exception',
    )
  }
  return { errors: hasErrors, took: Math.round(performance.now() - started), items }
}

const newline = 10
const nothing = Buffer.alloc(0)

/** The lines of a body one after the other, without copying them. */
class Lines {
  readonly #body: Buffer
  #at = 0
  /** Lines handed out so far. */
  count = 0

  constructor(body: Buffer) {
    this.#body = body
  }

  next(): Buffer | undefined {
    if (this.#at >= this.#body.length) return undefined
    const end = this.#body.indexOf(newline, this.#at)
    const line = this.#body.subarray(this.#at, end < 0 ? undefined : end)
    this.#at = end < 0 ? this.#body.length : end + 1
    this.count++
    return line
  }
}

/** Stores one document. @param create refuse it when its id exists @throws EngineError */
export function write(
  indices: Indices,
  index: string,
  given: string | undefined,
  source: Buffer,
  create: boolean,
): Written {
  const id = given ?? randomBytes(15).toString('base64url')
  if (Buffer.byteLength(id) > 512)
    throw malformed(`id [${id.slice(0, 20)}…] is too long, must be no longer than 512 bytes`)
  const object = parseSource(source)
  const shard = indices.writable(index)
  const known = shard.numberOf(id)
  if (create && known !== undefined) {
    const reason =
      `[${id}]: version conflict, document already exists (current version ` +
      `[${shard.document(known).version}])`
    throw new IndexError(409, 'version_conflict_engine_exception', reason, shard.name)
  }
  const stored = shard.put(id, source, object)
  indices.keeper?.wrote(
    shard,
    { index: { _id: id } },
    source.includes(newline) ? Buffer.from(stringifyExact(object)) : source,
  )
  const result = stored.version === 1 ? 'created' : 'updated'
  return { status: result === 'created' ? 201 : 200, answer: written(shard.name, stored, result) }
}

/** Takes one document out; answers 404 when there is none. */
export function remove(indices: Indices, index: string, id: string): Written {
  const shard = indices.writable(index)
  const old = shard.delete(id)
  if (old !== undefined) indices.keeper?.wrote(shard, { delete: { _id: id } })
  const gone = old ?? { id, version: 0, sequence: 0 }
  return {
    status: old === undefined ? 404 : 200,
    answer: written(
      shard.name,
      { ...gone, version: gone.version + 1 },
      old === undefined ? 'not_found' : 'deleted',
    ),
  }
}

function written(
  index: string,
  { id, version, sequence }: Pick<Stored, 'id' | 'version' | 'sequence'>,
  result: string,
): Json {
  return {
    _index: index,
    _id: id,
    _version: version,
    result,
    _shards: { total: 1, successful: 1, failed: 0 },
    _seq_no: sequence,
    _primary_term: 1,
  }
}

function readAction(
  line: Buffer,
  number: number,
  defaultIndex: string | undefined,
): { action: Action; index: string; id: string | undefined } {
  const object = parseJson(line)
  const entries = isObject(object) ? Object.entries(object) : []
  const [name, meta] = entries[0] ?? []
  const action = actions.find((candidate) => candidate === name)
  if (entries.length !== 1 || action === undefined || !isObject(meta)) {
    const mistake =
      `Malformed action/metadata line [${number}], expected one of [create, delete, index] but ` +
      'found something else'
    throw unknownName('a bulk request', name ?? '', malformed(mistake))
  }
  const { _index: index = defaultIndex, _id: id, ...rest } = meta
  for (const key of Object.keys(rest)) {
    const mistake = malformed(
      `Action/metadata line [${number}] contains an unknown parameter [${key}]`,
    )
    throw unknownName('a bulk request', key, mistake)
  }
  if (typeof index !== 'string' || !isScalar(id))
    throw malformed(
      'Validation Failed: 1: index is missing;',
      'action_request_validation_exception',
    )
  return { action, index, id: id === undefined || id === null ? undefined : String(id) }
}

function parseSource(source: Buffer): Json {
  const object = parseJson(source, parseAsWritten, 'document_parsing_exception')
  if (!isObject(object))
    throw malformed('Malformed content, must start with an object', 'document_parsing_exception')
  return object
}

function parseJson(
  text: Buffer,
  parse: (text: string) => unknown = JSON.parse,
  type = 'x_content_parse_exception',
): unknown {
  try {
    return parse(text.toString())
  } catch {
    throw malformed('failed to parse: the text is not JSON', type)
  }
}

function malformed(reason: string, type = 'illegal_argument_exception'): EngineError {
  return new EngineError(400, type, reason)
}
