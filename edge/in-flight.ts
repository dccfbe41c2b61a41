import type { ServerResponse } from 'node:http'
import { KeyedCounter } from './keyed-counter.js'
import { LinkedList, type ListNode } from './linked-list.js'

/** So many requests under way keep the process busy: more of them end no sooner, and hold memory. */
const many = 64

/** A body that has not come whole so long after its request has begun, in milliseconds, is on a slow way. */
const slowMs = 5

interface InFlightRequest {
  line: string
  res: ServerResponse
  /** By `performance.now()`. */
  since: number
}

/** The requests that have begun, by line, but for those whose bodies are still on their way: they keep nobody busy. */
export class InFlight {
  readonly #begun = new LinkedList<InFlightRequest>()
  readonly #of = new KeyedCounter()
  #lookedAt = 0

  /** Counts a request until it is answered, or its caller has gone. */
  add(line: string, res: ServerResponse): void {
    const place = this.#begun.add({ line, res, since: performance.now() })
    this.#of.add(line)
    res.once('close', () => this.#remove(place))
  }

  /** Whether so many are under way, some of a line among them, that one more of it would only be slower. */
  isFull(line: string): boolean {
    if (this.#begun.size >= many) this.#forgetSlow()
    return this.#begun.size >= many && this.#of.of(line) > 0
  }

  #forgetSlow(): void {
    const now = performance.now()
    if (now - this.#lookedAt < slowMs) return
    this.#lookedAt = now
    for (let place = this.#begun.first; place && now - place.value.since >= slowMs; ) {
      const next = this.#begun.after(place)
      if (!place.value.res.req.complete) this.#remove(place)
      place = next
    }
  }

  /** When it has answered, one whose body was slow has been taken out before. */
  #remove(place: ListNode<InFlightRequest>): void {
    if (this.#begun.remove(place)) this.#of.remove(place.value.line)
  }
}
