import { parseExact, stringifyExact } from '../../../kit/api/json.js'
import type { ByteWriter } from './byte-writer.js'
import { isHit, toResult, toRow } from './hit.js'
import { type JsonScanner, notPlain } from './json-scanner.js'

const quote = 0x22
const underscore = 0x5f
const newline = 0x0a

const named = (text: string) => Buffer.from(text)

const idName = named('id')

/**
 * The members of a result: their names in the hit, and their bytes in the result. The source comes
 * first.
 */
const copiedMembers = [
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
const sort = 3
const innerHits = 6

/**
 * What is made of a hit: a result of a search, or a row, which has the document's members alone.
 */
export type HitForm = 'result' | 'row'

const openResult = named('{')
const closeResult = named('}')
const noScore = named(',"_score":null')
const literalNull = named('null')

/** Makes results or rows of hits: the bytes of `_source`, followed by our own members. */
export class HitSplicer {
  readonly #answer: Buffer
  readonly #scanner: JsonScanner
  readonly #results: ByteWriter
  readonly #form: HitForm
  /**
   * Where the members of a hit begin and end, in the order of `copiedMembers`; 0 for a missing one.
   */
  readonly #from: number[] = copiedMembers.map(() => 0)
  readonly #to: number[] = copiedMembers.map(() => 0)
  /** Whether the source has members, and an id among them. */
  #hasMembers = false
  #hasId = false
  /** Whether the source has a member that may collide with one of ours. */
  #isOdd = false

  /** @param scanner Positioned at a hit whenever one is to be read. */
  constructor(answer: Buffer, scanner: JsonScanner, results: ByteWriter, form: HitForm) {
    this.#answer = answer
    this.#scanner = scanner
    this.#results = results
    this.#form = form
  }

  /** JSON of the sort values of the last hit, if it has any. */
  sortValues(): string | undefined {
    const from = this.#from[sort]!
    return from === 0 ? undefined : this.#answer.toString('utf8', from, this.#to[sort])
  }

  /** Reads the hit at this position, and writes its result. @throws notPlain */
  splice(): void {
    const scanner = this.#scanner
    // not `fill`, which leaves the compiled code
    for (let i = 0; i < copiedMembers.length; i++) this.#from[i] = 0
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
    // without an id this is the brace at 0
    if (this.#answer[this.#from[id]!] !== quote) throw notPlain
    const isPlain = !this.#isOdd && this.#from[innerHits] === 0
    if (!isPlain || this.#isOfLines()) this.#results.write(this.#parsed(begin))
    else this.#writeResult()
  }

  /** Whether the source is written in several lines, and a row must be one. */
  #isOfLines(): boolean {
    if (this.#form === 'result') return false
    const [from, to] = [this.#from[source]!, this.#to[source]!]
    const at = this.#answer.indexOf(newline, from)
    return at >= 0 && at < to
  }

  /** The index of the current member in `copiedMembers`, or -1. */
  #member(): number {
    for (let i = 0; i < copiedMembers.length; i++)
      if (this.#scanner.isPlainKey(copiedMembers[i]!.name)) return i
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

  /** The result of the hit at this position, parsed and serialized. */
  #parsed(begin: number): Buffer {
    const hit: unknown = parseExact(this.#answer.toString('utf8', begin, this.#scanner.at))
    if (!isHit(hit)) throw notPlain
    return Buffer.from(stringifyExact(this.#form === 'row' ? toRow(hit) : toResult(hit)))
  }

  #writeResult(): void {
    const results = this.#results
    if (this.#hasMembers) results.write(this.#answer, this.#from[source]!, this.#to[source]! - 1)
    else results.write(openResult)
    if (!this.#hasId) this.#writeMember(id, this.#hasMembers ? 0 : 1) // the first has no comma
    if (this.#form === 'result') this.#writeSearchMembers()
    results.write(closeResult)
  }

  #writeSearchMembers(): void {
    if (this.#from[score]! > 0) this.#writeMember(score)
    else this.#results.write(noScore)
    for (let member = score + 1; member < copiedMembers.length; member++) {
      if (this.#from[member]! > 0) this.#writeMember(member)
    }
  }

  #writeMember(member: number, from = 0): void {
    this.#results.write(copiedMembers[member]!.written, from)
    this.#results.write(this.#answer, this.#from[member], this.#to[member])
  }
}
