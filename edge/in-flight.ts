import type { ServerResponse } from 'node:http'
import { KeyedCounter } from './keyed-counter.js'
import { LinkedList, type ListNode } from './linked-list.js'

/**
 * With this many requests in flight the process is busy: more of them would end no sooner, and hold
 * memory.
 */
const busyFrom = 64

/**
 * A body not complete this long after its request has started, in milliseconds, comes from a slow
 * client.
 */
const slowBodyMs = 5

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
  readonly #started = new LinkedList<InFlightRequest>()
  readonly #perQueue = new KeyedCounter()
  #checkedAt = 0

  /** Counts a request until it is answered, or its client has disconnected. */
  add(line: string, res: ServerResponse): void {
    const node = this.#started.add({ line, res, since: performance.now() })
    this.#perQueue.add(line)
    res.once('close', () => this.#remove(node))
  }

  /**
   * Whether enough requests are in flight, some of this queue among them, that one more of it would
   * only be slower.
   */
  isFull(line: string): boolean {
    if (this.#started.size >= busyFrom) this.#dropSlow()
    return this.#started.size >= busyFrom && this.#perQueue.of(line) > 0
  }

  #dropSlow(): void {
    const now = performance.now()
    if (now - this.#checkedAt < slowBodyMs) return
    this.#checkedAt = now
    for (let node = this.#started.first; node && now - node.value.since >= slowBodyMs; ) {
      const next = this.#started.after(node)
      if (!node.value.res.req.complete) this.#remove(node)
      node = next
    }
  }

  /** When it has answered; one with a slow body was removed before. */
  #remove(node: ListNode<InFlightRequest>): void {
    if (this.#started.remove(node)) this.#perQueue.remove(node.value.line)
  }
}
