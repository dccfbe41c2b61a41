import { KeyedPool } from './keyed-pool.js'
import { LinkedList, type ListNode } from './linked-list.js'

interface OwnerQueue<T> {
  owner: string
  waiting: LinkedList<T>
  /** Its node in the list of turns while it has waiting items. */
  turn: ListNode<OwnerQueue<T>> | undefined
}

/**
 * Waiting items, in one queue per owner; the owners take turns, so that a burst only delays its own
 * sender.
 */
export class RoundRobinQueue<T> {
  readonly #queues = new KeyedPool<OwnerQueue<T>>(
    (owner) => ({ owner, waiting: new LinkedList(), turn: undefined }),
    ({ waiting }) => waiting.size === 0,
  )
  /** The queues with waiting items, in the order of turns: one whose turn was moves to the end. */
  readonly #turns = new LinkedList<OwnerQueue<T>>()
  #size = 0

  /** Number of waiting items in all. */
  get size(): number {
    return this.#size
  }

  /** Number of waiting items of an owner. */
  sizeOf(owner: string): number {
    return this.#queues.find(owner)?.waiting.size ?? 0
  }

  /**
   * Adds to the end of the owner's queue. @returns a function that removes it, and returns whether
   * it was still waiting.
   */
  add(owner: string, one: T): () => boolean {
    const line = this.#queues.of(owner)
    line.turn ??= this.#turns.add(line)
    const place = line.waiting.add(one)
    this.#size++
    return () => this.#remove(line, place)
  }

  /** The first in the queue of an owner. */
  firstOf(owner: string): T | undefined {
    return this.#queues.find(owner)?.waiting.first?.value
  }

  /** The next in turn. @param isReady Whether an owner may have the turn. */
  first(isReady: (owner: string) => boolean): T | undefined {
    return this.#ready(isReady)?.waiting.first?.value
  }

  /**
   * Removes and returns the next in turn. @param isReady Whether an owner may have the turn; the
   * others keep their positions.
   */
  next(isReady: (owner: string) => boolean): T | undefined {
    const line = this.#ready(isReady)
    const place = line?.waiting.first
    if (!line?.turn || !place) return undefined
    this.#turns.moveToEnd(line.turn)
    this.#remove(line, place)
    return place.value
  }

  #ready(isReady: (owner: string) => boolean): OwnerQueue<T> | undefined {
    let turn = this.#turns.first
    while (turn && !isReady(turn.value.owner)) turn = this.#turns.after(turn)
    return turn?.value
  }

  #remove(line: OwnerQueue<T>, place: ListNode<T>): boolean {
    if (!line.waiting.remove(place)) return false
    this.#size--
    if (line.waiting.size === 0 && line.turn) {
      this.#turns.remove(line.turn)
      line.turn = undefined
      this.#queues.noteIdle()
    }
    return true
  }
}
