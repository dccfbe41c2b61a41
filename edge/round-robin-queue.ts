import { KeyedPool } from './keyed-pool.js'
import { LinkedList, type ListNode } from './linked-list.js'

interface OwnerQueue<T> {
  owner: string
  waiting: LinkedList<T>
  /** Its place among those whose turn comes, while somebody waits in it. */
  turn: ListNode<OwnerQueue<T>> | undefined
}

/** Who waits, in one line per owner; the owners come up in turn, so that whoever sends many waits for himself. */
export class RoundRobinQueue<T> {
  readonly #lines = new KeyedPool<OwnerQueue<T>>(
    (owner) => ({ owner, waiting: new LinkedList(), turn: undefined }),
    ({ waiting }) => waiting.size === 0,
  )
  /** The lines in which somebody waits, in the order of turns: whose turn was moves to the end. */
  readonly #turns = new LinkedList<OwnerQueue<T>>()
  #size = 0

  /** How many wait in all. */
  get size(): number {
    return this.#size
  }

  /** How many wait in the line of an owner. */
  sizeOf(owner: string): number {
    return this.#lines.find(owner)?.waiting.size ?? 0
  }

  /** At the end of the owner's line. @returns what takes it out, wherever it stands, and tells whether it still stood there. */
  add(owner: string, one: T): () => boolean {
    const line = this.#lines.of(owner)
    line.turn ??= this.#turns.add(line)
    const place = line.waiting.add(one)
    this.#size++
    return () => this.#remove(line, place)
  }

  /** The first in the line of an owner. */
  firstOf(owner: string): T | undefined {
    return this.#lines.find(owner)?.waiting.first?.value
  }

  /** Whose turn it is. @param isReady Whether an owner may have it. */
  first(isReady: (owner: string) => boolean): T | undefined {
    return this.#ready(isReady)?.waiting.first?.value
  }

  /** Takes out the one whose turn it is. @param isReady Whether an owner may have it; the others keep their places. */
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
      this.#lines.noteIdle()
    }
    return true
  }
}
