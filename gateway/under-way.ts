import type { ServerResponse } from 'node:http'

/** So many requests under way keep the process busy: more of them end no sooner, and hold memory. */
const many = 64

/** A body that has not come whole so long after its request has begun, in milliseconds, is on a slow way. */
const slowMs = 5

interface Begun {
  line: string
  res: ServerResponse
  since: number
}

/** The requests that have begun, by line, but for those whose bodies are still on their way: they keep nobody busy. */
export class UnderWay {
  /** The eldest first. */
  readonly #begun = new Set<Begun>()
  readonly #sizeOf = new Map<string, number>()
  #lookedAt = 0

  /** Counts a request until it is answered, or its caller has gone. */
  add(line: string, res: ServerResponse): void {
    const one = { line, res, since: performance.now() }
    this.#begun.add(one)
    this.#sizeOf.set(line, (this.#sizeOf.get(line) ?? 0) + 1)
    res.once('close', () => this.#remove(one))
  }

  /** Whether so many are under way, some of a line among them, that one more of it would only be slower. */
  isFull(line: string): boolean {
    if (this.#begun.size >= many) this.#forgetSlow()
    return this.#begun.size >= many && this.#sizeOf.has(line)
  }

  #forgetSlow(): void {
    const now = performance.now()
    if (now - this.#lookedAt < slowMs) return
    this.#lookedAt = now
    for (const one of this.#begun) {
      if (now - one.since < slowMs) break
      if (!one.res.req.complete) this.#remove(one)
    }
  }

  #remove(one: Begun): void {
    if (!this.#begun.delete(one)) return
    const left = this.#sizeOf.get(one.line)! - 1
    if (left > 0) this.#sizeOf.set(one.line, left)
    else this.#sizeOf.delete(one.line)
  }
}
