/** Gives a slot back. */
type Leave = () => void

/** The slot of a request, which a search that follows up another one has without a further wait. */
export class KeptSlot {
  #kept: Leave | undefined
  #isOver = false

  /** The slot that is kept, else a new one. @param take Waits for it. */
  enter(take: () => Leave | Promise<Leave>): Leave | Promise<Leave> {
    const leave = this.#kept ?? take()
    this.#kept = undefined
    return leave
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
