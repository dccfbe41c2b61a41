import type { KeptShape, Shape } from './shape.js'

/** The text of a shape, and how many decisions had it. */
export type CountedText = readonly [text: string, count: number]

/** Bounds of what is kept. */
interface RingBounds {
  decisions: number
  /** In memory. */
  bytes: number
}

/** What the primary keeps, over all workers. */
export const wholeRing: RingBounds = { decisions: 10_000, bytes: 8_000_000 }

/** A longer shape is not kept. */
export const longestShape = 65_536

/** Memory of a decision, and of a shape besides its text, in bytes: at least what was measured. */
const [perDecision, perShape] = [100, 200]

interface Entry {
  text: string
  count: number
}

/** The last decisions: equal shapes are one entry. Beyond the bounds the oldest leave. */
export class Ring {
  readonly #bounds: RingBounds
  readonly #entries = new Map<string, Entry>()
  /** The entry of each decision, the oldest first. */
  readonly #last = new Map<number, Entry>()
  #next = 0
  #bytes = 0
  /** Decisions that were not kept because their shapes are too long. */
  tooLong = 0
  hasNews = false

  constructor(bounds: RingBounds) {
    this.#bounds = bounds
  }

  add(text: string, count = 1): void {
    this.hasNews = true
    if (text.length > longestShape) {
      this.tooLong += count
      return
    }
    const most = Math.min(count, this.#bounds.decisions)
    for (let i = 0; i < most; i++) this.#addOne(text)
    while (this.#last.size > this.#bounds.decisions || this.#bytes > this.#bounds.bytes)
      this.#removeOldest()
  }

  get decisions(): number {
    return this.#last.size
  }

  /** In the order of their first decisions. */
  get texts(): CountedText[] {
    return [...this.#entries.values()].map(({ text, count }) => [text, count])
  }

  kept(): KeptShape[] {
    return this.texts.map(([text, count]) => ({ shape: JSON.parse(text) as Shape, count }))
  }

  /** @returns what was added since the last call; nothing is left. */
  take(): CountedText[] {
    const { texts } = this
    this.#entries.clear()
    this.#last.clear()
    this.#bytes = 0
    this.hasNews = false
    return texts
  }

  #addOne(text: string): void {
    const entry = this.#entries.get(text) ?? { text, count: 0 }
    if (entry.count++ === 0) {
      this.#entries.set(text, entry)
      this.#bytes += sizeOf(text)
    }
    this.#last.set(this.#next++, entry)
    this.#bytes += perDecision
  }

  #removeOldest(): void {
    const [[at, entry] = []] = this.#last
    if (at === undefined || !entry) return
    this.#last.delete(at)
    this.#bytes -= perDecision
    if (--entry.count > 0) return
    this.#entries.delete(entry.text)
    this.#bytes -= sizeOf(entry.text)
  }
}

/** A text with any other letter has two bytes for each. */
const sizeOf = (text: string): number =>
  perShape + (/[^\0-\xff]/.test(text) ? 2 * text.length : text.length)
