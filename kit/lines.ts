import { LinkedList, type Place } from './linked-list.js'

/** Lines in which nobody waits are kept, up to so many beside the others, as in `Counts`. */
const maxIdle = 64

interface Line<T> {
  owner: string
  waiting: LinkedList<T>
  /** Its place among those whose turn comes, while somebody waits in it. */
  turn: Place<Line<T>> | undefined
}

/** Who waits, in one line per owner; the owners come up in turn, so that whoever sends many waits for himself. */
export class Lines<T> {
  #lineOf = new Map<string, Line<T>>()
  /** The lines in which somebody waits, in the order of turns: whose turn was moves to the end. */
  readonly #turns = new LinkedList<Line<T>>()
  #size = 0

  /** How many wait in all. */
  get size(): number {
    return this.#size
  }

  /** How many wait in the line of an owner. */
  sizeOf(owner: string): number {
    return this.#lineOf.get(owner)?.waiting.size ?? 0
  }

  /** At the end of the owner's line. @returns what takes it out, wherever it stands. */
  add(owner: string, one: T): () => void {
    const line = this.#line(owner)
    line.turn ??= this.#turns.add(line)
    const place = line.waiting.add(one)
    this.#size++
    return () => void this.#remove(line, place)
  }

  /** The first in the line of an owner. */
  firstOf(owner: string): T | undefined {
    return this.#lineOf.get(owner)?.waiting.first?.value
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

  #ready(isReady: (owner: string) => boolean): Line<T> | undefined {
    let turn = this.#turns.first
    while (turn && !isReady(turn.value.owner)) turn = this.#turns.after(turn)
    return turn?.value
  }

  #line(owner: string): Line<T> {
    const known = this.#lineOf.get(owner)
    if (known) return known
    const line: Line<T> = { owner, waiting: new LinkedList(), turn: undefined }
    this.#lineOf.set(owner, line)
    return line
  }

  #remove(line: Line<T>, place: Place<T>): void {
    if (!line.waiting.remove(place)) return
    this.#size--
    if (line.waiting.size > 0 || !line.turn) return
    this.#turns.remove(line.turn)
    line.turn = undefined
    if (this.#lineOf.size > 2 * this.#turns.size + maxIdle)
      this.#lineOf = new Map(Array.from(this.#turns, (busy) => [busy.owner, busy]))
  }
}
