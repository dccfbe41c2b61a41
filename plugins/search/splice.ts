import { isUtf8 } from 'node:buffer'
import { ByteWriter } from './byte-writer.js'
import { isHit, resultOf } from './hit.js'
import { JsonScanner, notPlain } from './json-scanner.js'

/** A search answer of the engine, taken apart without having been parsed. */
export interface Spliced {
  /** JSON of the answer, with an empty list of hits, and null for aggregations. */
  rest: string
  /** JSON of the results. */
  results: Buffer
  /** How many they are. */
  count: number
  /** JSON of the aggregations, if there are any. */
  aggregations: Buffer | undefined
}

/** Begin and end of a value in the bytes. */
type Span = readonly [from: number, to: number]

const quote = 0x22
const underscore = 0x5f

const named = (text: string) => Buffer.from(text)

const hitsName = named('hits')
const aggregationsName = named('aggregations')
const idName = named('id')

/** What a result takes from its hit: its name there, and how it is written in the result. The source stands first. */
const taken = [
  { name: named('_source'), written: named('') },
  { name: named('_id'), written: named(',"id":') },
  { name: named('_score'), written: named(',"_score":') },
  { name: named('sort'), written: named(',"_sort":') },
  { name: named('highlight'), written: named(',"_highlight":') },
  { name: named('fields'), written: named(',"_fields":') },
  { name: named('inner_hits'), written: named(',"_innerHits":') },
] as const
const source = 0
const id = 1
const score = 2

const openList = named('[')
const closeList = named(']')
const comma = named(',')
const openResult = named('{')
const closeResult = named('}')
const noScore = named(',"_score":null')
const literalNull = named('null')

/** An answer is taken apart in parts of so many bytes, and the hit that is at hand then: some 0.05 ms each, more while code is new. */
const partBytes = 16 * 1024

/**
 * Makes the results of an answer without parsing its documents: a result is the bytes of `_source`, and behind them the members
 * that are ours. All that is taken over is valid JSON, and says what it would say if it had been parsed and written anew, but
 * that numbers and the order of members stay as they were.
 * Yields between the parts of a large answer.
 * @returns undefined where the answer is not JSON, or not in the form in which Elasticsearch writes one.
 */
export function* splice(answer: Buffer): Generator<void, Spliced | undefined> {
  if (!isUtf8(answer)) return undefined
  try {
    return yield* new Splicer(answer).splice()
  } catch (error) {
    if (error === notPlain) return undefined
    throw error
  }
}

class Splicer {
  readonly #answer: Buffer
  readonly #scanner: JsonScanner
  readonly #results: ByteWriter
  #count = 0
  /** Where the part at hand ends. */
  #partEnd = partBytes
  #hits: Span | undefined
  #aggregations: Span | undefined
  /** Where the members of a hit begin and end, in the order of `taken`; 0 where it has none. */
  readonly #from: number[] = taken.map(() => 0)
  readonly #to: number[] = taken.map(() => 0)
  /** Whether the source has members, and an id among them. */
  #hasMembers = false
  #hasId = false
  /** Whether the source has a member that may mean one of ours. */
  #isOdd = false

  constructor(answer: Buffer) {
    this.#answer = answer
    this.#scanner = new JsonScanner(answer)
    this.#results = new ByteWriter(answer.length)
  }

  *splice(): Generator<void, Spliced> {
    const scanner = this.#scanner
    for (let more = scanner.firstMember(); more; more = scanner.nextMember()) {
      if (this.#isAt(hitsName)) yield* this.#readHits()
      else if (this.#isAt(aggregationsName)) this.#readAggregations()
      else scanner.value()
    }
    if (scanner.peek() !== -1 || !this.#hits) throw notPlain
    const text = (from: number, to?: number) => this.#answer.toString('utf8', from, to)
    const before = text(0, this.#hits[0])
    const after = this.#aggregations
      ? `${text(this.#hits[1], this.#aggregations[0])}null${text(this.#aggregations[1])}`
      : text(this.#hits[1])
    return {
      rest: `${before}[]${after}`,
      results: this.#results.written(),
      count: this.#count,
      aggregations: this.#aggregations && this.#answer.subarray(...this.#aggregations),
    }
  }

  #readAggregations(): void {
    if (this.#aggregations || !this.#hits) throw notPlain
    this.#scanner.peek()
    const begin = this.#scanner.at
    this.#scanner.value()
    this.#aggregations = [begin, this.#scanner.at]
  }

  *#readHits(): Generator<void, void> {
    const scanner = this.#scanner
    if (this.#hits) throw notPlain
    for (let more = scanner.firstMember(); more; more = scanner.nextMember()) {
      if (this.#isAt(hitsName)) this.#hits = yield* this.#readList()
      else scanner.value()
    }
  }

  *#readList(): Generator<void, Span> {
    const scanner = this.#scanner
    if (this.#hits) throw notPlain
    scanner.peek()
    const begin = scanner.at
    this.#results.write(openList)
    for (let more = scanner.firstElement(); more; more = scanner.nextElement()) {
      if (this.#count++ > 0) this.#results.write(comma)
      this.#readHit()
      if (scanner.at > this.#partEnd) {
        this.#partEnd = scanner.at + partBytes
        yield
      }
    }
    this.#results.write(closeList)
    return [begin, scanner.at]
  }

  #readHit(): void {
    const scanner = this.#scanner
    this.#from.fill(0)
    this.#hasMembers = false
    this.#hasId = false
    this.#isOdd = false
    scanner.peek()
    const begin = scanner.at
    for (let more = scanner.firstMember(); more; more = scanner.nextMember()) {
      const member = this.#member()
      scanner.peek()
      const from = scanner.at
      if (member === source) this.#readSource()
      else scanner.value()
      if (member < 0) continue
      if (this.#from[member]! > 0) throw notPlain
      this.#from[member] = from
      this.#to[member] = scanner.at
    }
    if (this.#answer[this.#from[id]!] !== quote) throw notPlain // without an id this is the brace at 0
    if (this.#isOdd) this.#results.write(this.#parsed(begin))
    else this.#writeResult()
  }

  /** The place of the member at hand in `taken`, or -1. */
  #member(): number {
    for (let i = 0; i < taken.length; i++) if (this.#isAt(taken[i]!.name)) return i
    return -1
  }

  #readSource(): void {
    const scanner = this.#scanner
    for (let more = scanner.firstMember(); more; more = scanner.nextMember()) {
      this.#hasMembers = true
      if (scanner.isKeyEscaped || this.#answer[scanner.keyFrom] === underscore) this.#isOdd = true
      else if (scanner.isKey(idName)) {
        scanner.peek()
        if (this.#hasId || scanner.holds(literalNull, scanner.at)) this.#isOdd = true
        this.#hasId = true
      }
      scanner.value()
    }
  }

  /** The result of the hit that begins here, made as if there were no bytes to take. */
  #parsed(begin: number): Buffer {
    const hit: unknown = JSON.parse(this.#answer.toString('utf8', begin, this.#scanner.at))
    if (!isHit(hit)) throw notPlain
    return Buffer.from(JSON.stringify(resultOf(hit)))
  }

  #writeResult(): void {
    const results = this.#results
    if (this.#hasMembers) results.write(this.#answer, this.#from[source]!, this.#to[source]! - 1)
    else results.write(openResult)
    if (!this.#hasId) this.#writeMember(id, this.#hasMembers ? 0 : 1) // the first has no comma
    if (this.#from[score]! > 0) this.#writeMember(score)
    else results.write(noScore)
    for (let member = score + 1; member < taken.length; member++) {
      if (this.#from[member]! > 0) this.#writeMember(member)
    }
    results.write(closeResult)
  }

  #writeMember(member: number, from = 0): void {
    this.#results.write(taken[member]!.written, from)
    this.#results.write(this.#answer, this.#from[member], this.#to[member])
  }

  /** Whether the key at hand is this one; in another spelling it is not plain. */
  #isAt(name: Buffer): boolean {
    if (this.#scanner.isKeyEscaped) throw notPlain
    return this.#scanner.isKey(name)
  }
}
