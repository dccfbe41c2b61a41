import type { ServerResponse } from 'node:http'
import { KeyedCounter } from './keyed-counter.js'
import { LinkedList, type ListNode } from './linked-list.js'

/**
 * With this many requests in flight the process is busy: more of them would end no sooner, and hold
 * memory.
 */
const many = 64

/**
 * A body not complete this long after its request has started, in milliseconds, comes from a slow
 * client.
 */
const slowMs = 5

interface InFlightRequest {
  line: string
  res: ServerResponse
  /** By `performance.now()`. */
  since: number
}

/**
 * The started requests, by queue, except those whose bodies are still arriving: they use no CPU.
 */
export class InFlight {
  readonly #begun = new LinkedList<InFlightRequest>()
  readonly #of = new KeyedCounter()
  #lookedAt = 0

  /** Counts a request until it is answered, or its client has disconnected. */
  add(line: string, res: ServerResponse): void {
    const place = this.#begun.add({ line, res, since: performance.now() })
    this.#of.add(line)
    res.once('close', () => this.#remove(place))
  }

  /**
   * Whether enough requests are in flight, some of this queue among them, that one more of it would
   * only be slower.
   */
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

  /** When it has answered; one with a slow body was removed before. */
  #remove(place: ListNode<InFlightRequest>): void {
    if (this.#begun.remove(place)) this.#of.remove(place.value.line)
  }
}
