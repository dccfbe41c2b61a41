import { isUtf8 } from 'node:buffer'
import { ByteWriter } from './byte-writer.js'
import { EngineFailure } from './failure.js'
import { type HitForm, HitSplicer } from './hit-splicer.js'
import { JsonScanner, notPlain } from './json-scanner.js'

/** A search answer that all shards gave in time, split without having been parsed. */
export interface Spliced {
  /** JSON of the results; of rows, each in a line of its own. */
  results: Buffer
  /** Of rows: where each ends in `results`, and JSON of its sort values. */
  rows: { end: number; sort: string | undefined }[]
  /** Their number. */
  count: number
  /** JSON of the total, if any. */
  total: string | undefined
  /** JSON of the aggregations, if any. */
  aggregations: Buffer | undefined
  /** JSON of the id of the point in time, if it is of one. */
  pitId: string | undefined
}

/** Begin and end of a value in the bytes. */
type ByteRange = readonly [from: number, to: number]

const zero = 0x30
const nine = 0x39

const named = (text: string) => Buffer.from(text)

const hitsName = named('hits')
const aggregationsName = named('aggregations')
const timedOutName = named('timed_out')
const shardsName = named('_shards')
const failedName = named('failed')
const totalName = named('total')
const pitIdName = named('pit_id')
const openList = named('[')
const closeList = named(']')
const comma = named(',')
const newline = named('\n')
const literalFalse = named('false')

/**
 * An answer is processed in parts of this many bytes, up to the end of the current hit: about 0.2
 * ms each, more while the code is cold.
 */
const partBytes = 64 * 1024

/**
 * Makes the results of an answer without parsing its documents: a result is the bytes of `_source`,
 * followed by our own members. The copied bytes are valid JSON, and mean the same as if they had
 * been parsed and serialized again, except that numbers and the order of members are unchanged.
 * Yields between the parts of a large answer.
 * @returns undefined for an answer that is not JSON, or not in the form in which Elasticsearch
 *   writes one.
 * @throws EngineFailure `partial` when the answer reports a failed shard, `timeout` when it reports
 *   a timeout.
 */
export function* splice(
  answer: Buffer,
  form: HitForm = 'result',
): Generator<void, Spliced | undefined> {
  if (!isUtf8(answer)) return undefined
  try {
    return yield* new Splicer(answer, form).splice()
  } catch (error) {
    if (error === notPlain) return undefined
    throw error
  }
}

class Splicer {
  readonly #answer: Buffer
  readonly #scanner: JsonScanner
  readonly #results: ByteWriter
  readonly #hit: HitSplicer
  readonly #form: HitForm
  readonly #rows: Spliced['rows'] = []
  #count = 0
  /** Where the current part ends. */
  #partEnd = partBytes
  #hasHits = false
  /** Undefined until the answer says so. */
  #isTimely: boolean | undefined
  #isOfAllShards: boolean | undefined
  #total: ByteRange | undefined
  #aggregations: ByteRange | undefined
  #pitId: ByteRange | undefined

  constructor(answer: Buffer, form: HitForm) {
    this.#answer = answer
    this.#form = form
    this.#scanner = new JsonScanner(answer)
    this.#results = new ByteWriter(answer.length)
    this.#hit = new HitSplicer(answer, this.#scanner, this.#results, form)
  }

  *splice(): Generator<void, Spliced> {
    const scanner = this.#scanner
    for (let more = scanner.firstMember(); more; more = scanner.nextMember()) {
      if (scanner.isPlainKey(hitsName)) yield* this.#readHits()
      else if (scanner.isPlainKey(aggregationsName)) this.#readAggregations()
      else if (scanner.isPlainKey(timedOutName)) this.#readTimedOut()
      else if (scanner.isPlainKey(shardsName)) this.#readShards()
      else if (scanner.isPlainKey(pitIdName)) this.#pitId = this.#readValue()
      else scanner.value()
    }
    const [isTimely, isOfAllShards] = [this.#isTimely, this.#isOfAllShards]
    if (
      scanner.peek() !== -1 ||
      !this.#hasHits ||
      isTimely === undefined ||
      isOfAllShards === undefined
    )
      throw notPlain
    if (!isTimely) throw new EngineFailure('timeout')
    if (!isOfAllShards) throw new EngineFailure('partial')
    return {
      results: this.#results.written(),
      rows: this.#rows,
      count: this.#count,
      total: this.#total && this.#answer.toString('utf8', ...this.#total),
      pitId: this.#pitId && this.#answer.toString('utf8', ...this.#pitId),
      aggregations: this.#aggregations && this.#answer.subarray(...this.#aggregations),
    }
  }

  #readAggregations(): void {
    if (this.#aggregations || !this.#hasHits) throw notPlain
    this.#aggregations = this.#readValue()
  }

  #readTimedOut(): void {
    const [from] = this.#readValue()
    this.#isTimely = this.#scanner.holds(literalFalse, from)
  }

  #readShards(): void {
    const scanner = this.#scanner
    for (let more = scanner.firstMember(); more; more = scanner.nextMember()) {
      const isFailed = scanner.isPlainKey(failedName)
      const [from, to] = this.#readValue()
      if (!isFailed) continue
      const digit = this.#answer[from]!
      this.#isOfAllShards = digit === zero && to - from === 1
      // it may be another spelling of 0
      if (!this.#isOfAllShards && (digit <= zero || digit > nine)) throw notPlain
    }
  }

  #readValue(): ByteRange {
    const scanner = this.#scanner
    scanner.peek()
    const from = scanner.at
    scanner.value()
    return [from, scanner.at]
  }

  *#readHits(): Generator<void, void> {
    const scanner = this.#scanner
    if (this.#hasHits) throw notPlain
    for (let more = scanner.firstMember(); more; more = scanner.nextMember()) {
      if (scanner.isPlainKey(hitsName)) yield* this.#readList()
      else if (scanner.isPlainKey(totalName)) {
        if (this.#total) throw notPlain
        this.#total = this.#readValue()
      } else scanner.value()
    }
  }

  *#readList(): Generator<void, void> {
    const scanner = this.#scanner
    if (this.#hasHits) throw notPlain
    this.#hasHits = true
    const isRows = this.#form === 'row'
    const between = isRows ? newline : comma
    if (!isRows) this.#results.write(openList)
    for (let more = scanner.firstElement(); more; more = scanner.nextElement()) {
      if (this.#count++ > 0) this.#results.write(between)
      this.#hit.splice()
      if (isRows) this.#rows.push({ end: this.#results.length, sort: this.#hit.sortValues() })
      if (scanner.at > this.#partEnd) {
        this.#partEnd = scanner.at + partBytes
        yield
      }
    }
    if (!isRows) this.#results.write(closeList)
  }
}
