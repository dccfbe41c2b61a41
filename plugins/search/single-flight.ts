import { Cancellation } from '../kit/cancellation.js'
import { EngineFailure } from '../kit/engine/failure.js'

/** A caller waiting for an answer. */
export interface Waiter {
  /** Aborted when the caller disconnects or reaches its deadline. */
  signal: AbortSignal
  /** Throws an ApiError when the caller may not get a large answer now. */
  mayBeLarge(): void
}

/**
 * One request to the engine, shared by all callers that wait for its answer: it continues while
 * there is one.
 */
export class SingleFlight<Answer> {
  readonly #waiters = new Set<Waiter>()
  readonly #cancel = new Cancellation()
  readonly answer: Promise<Answer>
  /** Start time, by `performance.now`. */
  readonly startedAt = performance.now()

  /**
   * @param ask Sends the request; `mayBeLarge` throws when none of the waiting callers may get a
   *   large answer now.
   */
  constructor(ask: (cancel: Cancellation, mayBeLarge: () => void) => Promise<Answer>) {
    this.answer = ask(this.#cancel, () => this.#mayBeLarge())
    // waiting callers get the error; there may be none when it fails
    this.answer.catch(() => undefined)
  }

  /** Whether it was cancelled because no caller was waiting any more. */
  get isGivenUp(): boolean {
    return this.#cancel.isAborted
  }

  /**
   * Resolves with the answer. @throws the request's failure, or EngineFailure when the waiter's own
   * signal was first and others still wait.
   */
  wait(waiter: Waiter): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const end = () => {
        waiter.signal.removeEventListener('abort', leave)
        this.#waiters.delete(waiter)
      }
      const leave = () => {
        end()
        if (this.#waiters.size > 0) return reject(new EngineFailure('timeout'))
        this.#cancel.abort(waiter.signal.reason)
        this.answer.then(resolve, reject) // it fails now, and knows more
      }
      this.#waiters.add(waiter)
      if (waiter.signal.aborted) return leave()
      waiter.signal.addEventListener('abort', leave, { once: true })
      this.answer.finally(end).then(resolve, reject)
    })
  }

  #mayBeLarge(): void {
    const refusals = [...this.#waiters].map(findRefusal)
    if (refusals.length > 0 && refusals.every((refusal) => refusal !== undefined)) throw refusals[0]
  }
}

/** Why a waiter may not get a large answer now. */
function findRefusal({ mayBeLarge }: Waiter): unknown {
  try {
    mayBeLarge()
    return undefined
  } catch (error) {
    return error
  }
}
