import { illegalArgument, parsingError, unsupported } from '../errors.js'
import { Numeral } from '../exact-json.js'
import type { Shard } from '../index/shard.js'
import { unknownName } from '../lacking.js'
import { boosted, type Query } from '../lucene/query.js'
import { toNumber } from '../mapping/numbers.js'
import type { Clause, Parsing } from './clause.js'

export type Json = Record<string, unknown>

export type Scalar = string | number | boolean | null

/**
 * Anything but objects and lists; those must never be made text of, a `toString` of theirs may be
 * no function.
 */
export function isScalar(value: unknown): value is Scalar | undefined {
  return typeof value !== 'object' || value === null
}

export function isObject(value: unknown): value is Json {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Numeral)
  )
}

/** The options of a clause, read one by one; what is left unread at the end is refused. */
export class Options {
  readonly clause: string
  readonly #values: Json
  readonly #unread: Set<string>

  /** @throws EngineError when the body is not an object. */
  constructor(clause: string, body: unknown) {
    if (!isObject(body))
      throw parsingError(`[${clause}] query malformed, no start_object after query name`)
    this.clause = clause
    this.#values = body
    this.#unread = new Set(Object.keys(body))
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#values, name)
  }

  /** A value of any kind, or undefined. */
  any(name: string): unknown {
    this.#unread.delete(name)
    return this.has(name) ? this.#values[name] : undefined
  }

  /** A text, number, boolean or null; undefined when missing. */
  scalar(name: string): Scalar | undefined {
    const value = this.any(name)
    if (isScalar(value)) return value
    throw parsingError(`[${this.clause}] unexpected token for [${name}]`)
  }

  /** A text; numbers and booleans are taken as written. */
  text(name: string): string | undefined {
    const value = this.scalar(name)
    return value === undefined || value === null ? undefined : String(value)
  }

  number(name: string, otherwise: number): number {
    const value = this.any(name)
    if (value === undefined) return otherwise
    const number = toNumber(value)
    if (number === undefined) throw parsingError(`[${this.clause}] failed to parse field [${name}]`)
    return number
  }

  whole(name: string, otherwise: number): number {
    const number = Math.trunc(this.number(name, otherwise))
    if (Math.abs(number) > 2 ** 31 - 1)
      throw parsingError(`[${this.clause}] [${name}] is out of range of int`)
    return number
  }

  flag(name: string, otherwise: boolean): boolean {
    const value = this.any(name)
    if (value === undefined) return otherwise
    if (value !== true && value !== false && value !== 'true' && value !== 'false') {
      throw parsingError(
        `[${this.clause}] failed to parse field [${name}]: only [true] or [false] are allowed`,
      )
    }
    return String(value) === 'true'
  }

  /**
   * One of the words, in any case. @param lacking the further ones, in lower case, that
   * Elasticsearch knows
   */
  choice<Word extends string>(
    name: string,
    words: readonly Word[],
    otherwise: Word,
    lacking?: RegExp,
  ): Word {
    const text = this.text(name)
    if (text === undefined) return otherwise
    const word = words.find((candidate) => candidate === text.toLowerCase())
    if (word === undefined && lacking?.test(text.toLowerCase()))
      throw unsupported(`this value of ${name} in ${this.clause}`)
    if (word === undefined)
      throw illegalArgument(
        `[${this.clause}] unknown value for [${name}], expected one of [${words}]`,
      )
    return word
  }

  /** Names not read so far. */
  get unread(): readonly string[] {
    return [...this.#unread]
  }

  /** @throws EngineError when an option was not read. */
  end(): void {
    for (const name of this.#unread) {
      throw unknownName(
        this.clause,
        name,
        parsingError(`[${this.clause}] query does not support [${name}]`),
      )
    }
  }

  /** Reads what every clause takes (`boost`, `_name`), refuses the rest, and makes the clause. */
  finish({ named }: Parsing, build: (shard: Shard) => Query): Clause {
    const boost = this.number('boost', 1)
    if (boost < 0)
      throw illegalArgument(
        `negative [boost] are not allowed in [${this.clause}], use a value between 0 and 1 to ` +
          'deboost',
      )
    const name = this.text('_name')
    this.end()
    const clause: Clause = (shard) => boosted(build(shard), Math.fround(boost))
    if (name !== undefined) named.push({ name, clause })
    return clause
  }
}

/**
 * A clause of the form `{field: {…}}` or `{field: value}`, where the value stands for the option
 * `shorthand`.
 */
export function fieldOptions(
  clause: string,
  body: unknown,
  shorthand: string,
): { field: string; options: Options } {
  if (!isObject(body))
    throw parsingError(`[${clause}] query malformed, no start_object after query name`)
  const [field, second] = Object.keys(body)
  if (field === undefined) throw parsingError(`[${clause}] query has no field`)
  if (second !== undefined)
    throw parsingError(
      `[${clause}] query doesn't support multiple fields, found [${field}] and [${second}]`,
    )
  const value = body[field]
  if (Array.isArray(value)) throw parsingError(`[${clause}] query does not support array of values`)
  return { field, options: new Options(clause, isObject(value) ? value : { [shorthand]: value }) }
}
