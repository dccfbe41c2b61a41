import type { ServerResponse } from 'node:http'

/** So many requests under way keep the process busy: more of them end no sooner, and hold memory. */
const many = 64

/** A body that has not come whole so long after its request has begun, in milliseconds, is on a slow way. */
const slowMs = 5

/** One of a list, as a Set of them would cost a tenth of a whole search: V8 makes a hash for each of its objects. */
interface Begun {
  line: string
  res: ServerResponse
  /** By `performance.now()`. */
  since: number
  elder: Begun | undefined
  younger: Begun | undefined
}

/** The requests that have begun, by line, but for those whose bodies are still on their way: they keep nobody busy. */
export class UnderWay {
  #size = 0
  #eldest: Begun | undefined
  #youngest: Begun | undefined
  readonly #sizeOf = new Map<string, number>()
  #lookedAt = 0

  /** Counts a request until it is answered, or its caller has gone. */
  add(line: string, res: ServerResponse): void {
    const elder = this.#youngest
    const one = { line, res, since: performance.now(), elder, younger: undefined }
    if (elder) elder.younger = one
    else this.#eldest = one
    this.#youngest = one
    this.#size++
    this.#sizeOf.set(line, (this.#sizeOf.get(line) ?? 0) + 1)
    res.once('close', () => this.#remove(one))
  }

  /** Whether so many are under way, some of a line among them, that one more of it would only be slower. */
  isFull(line: string): boolean {
    if (this.#size >= many) this.#forgetSlow()
    return this.#size >= many && this.#sizeOf.has(line)
  }

  #forgetSlow(): void {
    const now = performance.now()
    if (now - this.#lookedAt < slowMs) return
    this.#lookedAt = now
    for (let one = this.#eldest; one && now - one.since >= slowMs; ) {
      const next = one.younger
      if (!one.res.req.complete) this.#remove(one)
      one = next
    }
  }

  #remove(one: Begun): void {
    const { elder, younger } = one
    if (!elder && one !== this.#eldest) return // its body was slow: it has been taken out
    if (elder) elder.younger = younger
    else this.#eldest = younger
    if (younger) younger.elder = elder
    else this.#youngest = elder
    one.elder = undefined
    one.younger = undefined
    this.#size--
    const left = this.#sizeOf.get(one.line)! - 1
    if (left > 0) this.#sizeOf.set(one.line, left)
    else this.#sizeOf.delete(one.line)
  }
}
