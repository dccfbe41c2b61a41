/** What tells those who wait that they need not: an AbortController does. */
export interface Cancellable {
  readonly signal: AbortSignal
}

/** Why something was cancelled for which nobody gave a reason. */
const aborted = new DOMException('it was cancelled', 'AbortError')

/**
 * Cancels what is done for one request, as an AbortController does, which costs some 4 µs with one listener; this one makes it
 * only when somebody asks for its signal, as those do who have to wait.
 */
export class Cancellation implements Cancellable {
  #reason: unknown
  #listener: (() => void) | undefined
  #controller: AbortController | undefined

  get isAborted(): boolean {
    return this.#reason !== undefined
  }

  get reason(): unknown {
    return this.#reason
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.isAborted) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  /** The first reason counts. */
  abort(reason: unknown = aborted): void {
    if (this.isAborted) return
    this.#reason = reason
    this.#listener?.()
    this.#controller?.abort(reason)
  }

  /** Calls it when it comes to that. There is one who listens at a time; undefined ends that. */
  listen(listener: (() => void) | undefined): void {
    this.#listener = listener
  }
}
