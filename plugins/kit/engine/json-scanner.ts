/**
 * Thrown for bytes that are not plain JSON as expected. A single instance: its stack is never used.
 */
export const notPlain = new Error('not plain JSON')

/** Maximum nesting: each level is a call. */
const maxDepth = 200

const quote = 0x22
const plus = 0x2b
const comma = 0x2c
const minus = 0x2d
const point = 0x2e
const zero = 0x30
const nine = 0x39
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** Characters allowed after a backslash, besides `u`. */
const escapes = new Set(Buffer.from('"\\/bfnrt'))

const literals = ['true', 'false', 'null'].map((word) => Buffer.from(word))

/**
 * Scans JSON (RFC 8259, strictly) without building values: finding where values begin and end is
 * much cheaper than parsing them. UTF-8 is not validated. All methods throw `notPlain`.
 */
export class JsonScanner {
  /** The current position. */
  at = 0
  /** Begin and end of the last key, without its quotes, and whether it has escapes. */
  keyFrom = 0
  keyTo = 0
  isKeyEscaped = false
  readonly #bytes: Buffer
  readonly #words: DataView
  #depth = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  /** Advances to the next byte that is not white space, and returns it; -1 at the end. */
  peek(): number {
    const bytes = this.#bytes
    let at = this.at
    while (at < bytes.length) {
      const byte = bytes[at]!
      if (byte > 0x20 || (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) {
        this.at = at
        return byte
      }
      at++
    }
    this.at = at
    return -1
  }

  /**
   * Enters an object, and advances to its first value. @returns false for an empty one, which is
   * skipped.
   */
  firstMember(): boolean {
    return this.#opens(openBrace, closeBrace) && this.#key()
  }

  /**
   * Advances to the next value of an object. @returns false after the last, at the end of the
   * object.
   */
  nextMember(): boolean {
    return this.#goesOn(closeBrace) && this.#key()
  }

  /** Enters an array, like `firstMember`. */
  firstElement(): boolean {
    return this.#opens(openBracket, closeBracket)
  }

  /** Like `nextMember`. */
  nextElement(): boolean {
    return this.#goesOn(closeBracket)
  }

  /** Whether the last key equals the name. */
  isKey(name: Buffer): boolean {
    return this.keyTo - this.keyFrom === name.length && this.holds(name, this.keyFrom)
  }

  /** Like `isKey`; a key spelt with escapes is not plain. */
  isPlainKey(name: Buffer): boolean {
    if (this.isKeyEscaped) throw notPlain
    return this.isKey(name)
  }

  /** Whether the text is at this position. */
  holds(text: Buffer, at: number): boolean {
    const bytes = this.#bytes
    for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text[i]) return false
    return true
  }

  /** Skips a value. */
  value(): void {
    const byte = this.peek()
    if (byte === quote) this.at = this.#stringEnd(this.at + 1)
    else if (byte === minus || isDigit(byte)) this.#number()
    else if (byte === openBrace || byte === openBracket) this.#composite(byte)
    else this.#literal()
  }

  #composite(byte: number): void {
    if (++this.#depth > maxDepth) throw notPlain
    if (byte === openBrace)
      for (let more = this.firstMember(); more; more = this.nextMember()) this.value()
    else for (let more = this.firstElement(); more; more = this.nextElement()) this.value()
    this.#depth--
  }

  #opens(open: number, close: number): boolean {
    if (this.peek() !== open) throw notPlain
    this.at++
    if (this.peek() !== close) return true
    this.at++
    return false
  }

  #goesOn(close: number): boolean {
    const byte = this.peek()
    if (byte !== comma && byte !== close) throw notPlain
    this.at++
    return byte === comma
  }

  #key(): true {
    if (this.peek() !== quote) throw notPlain
    const from = this.at + 1
    const behind = this.#stringEnd(from)
    this.keyFrom = from
    this.keyTo = behind - 1
    this.at = behind
    if (this.peek() !== colon) throw notPlain
    this.at++
    return true
  }

  /** The position after the closing quote of a string whose content begins here. */
  #stringEnd(from: number): number {
    const bytes = this.#bytes
    this.isKeyEscaped = false
    for (let at = from; ; ) {
      at = this.#ordinaryEnd(at)
      const byte = bytes[at]
      if (byte === quote) return at + 1
      if (byte !== backslash) throw notPlain // a control character, or the end
      this.isKeyEscaped = true
      at = this.#escapeEnd(at + 1)
    }
  }

  /**
   * The next byte that is a quote, a backslash or a control character. Checks four bytes at a time.
   */
  #ordinaryEnd(from: number): number {
    const bytes = this.#bytes
    const words = this.#words
    const last = bytes.length - 4
    let at = from
    for (; at <= last; at += 4) {
      const word = words.getInt32(at, true)
      const quotes = word ^ 0x22222222
      const slashes = word ^ 0x5c5c5c5c
      // The highest bit of a byte means that it is below 0x20, or that a difference is 0; it may be
      // set above such a byte too
      const found =
        ((word - 0x20202020) & ~word) |
        ((quotes - 0x01010101) & ~quotes) |
        ((slashes - 0x01010101) & ~slashes)
      if ((found & 0x80808080) !== 0) break
    }
    for (; at < bytes.length; at++) {
      const byte = bytes[at]!
      if (byte === quote || byte === backslash || byte < 0x20) break
    }
    return at
  }

  #escapeEnd(at: number): number {
    const bytes = this.#bytes
    if (escapes.has(bytes[at]!)) return at + 1
    if (bytes[at] !== 0x75) throw notPlain
    for (let i = 1; i <= 4; i++) if (!isHex(bytes[at + i])) throw notPlain
    return at + 5
  }

  #number(): void {
    const bytes = this.#bytes
    let at = this.at
    if (bytes[at] === minus) at++
    at = bytes[at] === zero ? at + 1 : this.#digitsEnd(at)
    if (bytes[at] === point) at = this.#digitsEnd(at + 1)
    if (bytes[at] === 0x65 || bytes[at] === 0x45) {
      at++
      at = this.#digitsEnd(bytes[at] === minus || bytes[at] === plus ? at + 1 : at)
    }
    this.at = at
  }

  #digitsEnd(from: number): number {
    const bytes = this.#bytes
    let at = from
    while (isDigit(bytes[at])) at++
    if (at === from) throw notPlain
    return at
  }

  #literal(): void {
    const literal = literals.find((word) => this.holds(word, this.at))
    if (!literal) throw notPlain
    this.at += literal.length
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= nine
}

function isHex(byte: number | undefined): boolean {
  return isDigit(byte) || (byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66)
}
