/** Gives a slot back. */
type Leave = () => void

/** The slot of a request, which a search that follows up another one has without a further wait. */
export class KeptSlot {
  readonly #take: () => Leave | Promise<Leave>
  #kept: Leave | undefined
  #isOver = false

  /** @param take Waits for a slot. */
  constructor(take: () => Leave | Promise<Leave>) {
    this.#take = take
  }

  /** The slot that is kept, else a new one. @throws as `take`. */
  enter(): Leave | Promise<Leave> {
    const kept = this.#kept
    this.#kept = undefined
    return kept ?? this.#take()
  }

  /** A search has ended: its slot is kept, unless the request has ended before. */
  keep(leave: Leave): void {
    if (this.#isOver) leave()
    else this.#kept = leave
  }

  /** The request has ended. */
  end(): void {
    this.#isOver = true
    this.#kept?.()
  }
}
