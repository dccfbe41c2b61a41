import { Cancellation } from '../kit/cancellation.js'
import { EngineFailure } from './failure.js'

/** Who waits for an answer. */
export interface Waiter {
  /** Aborted when he hangs up, or his deadline has come. */
  signal: AbortSignal
  /** Throws an ApiError when he is not to get a large answer now. */
  mayBeLarge(): void
}

/** One question to the engine, and all who wait for its answer: it goes on as long as there is one. */
export class SingleFlight<Answer> {
  readonly #waiters = new Set<Waiter>()
  readonly #cancel = new Cancellation()
  readonly answer: Promise<Answer>
  /** When it began, by `performance.now`. */
  readonly startedAt = performance.now()

  /** @param ask Asks the question; `mayBeLarge` throws when none of those who wait is to get a large answer now. */
  constructor(ask: (cancel: Cancellation, mayBeLarge: () => void) => Promise<Answer>) {
    this.answer = ask(this.#cancel, () => this.#mayBeLarge())
    this.answer.catch(() => undefined) // who waits is told, and when it fails perhaps nobody does
  }

  /** Whether it has been given up, because nobody waited any more. */
  get isGivenUp(): boolean {
    return this.#cancel.isAborted
  }

  /** Its answer, when it has come. @throws what the question failed with; EngineFailure when the waiter's own signal was first. */
  wait(waiter: Waiter): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const end = () => {
        waiter.signal.removeEventListener('abort', leave)
        this.#waiters.delete(waiter)
      }
      const leave = () => {
        end()
        if (this.#waiters.size === 0) this.#cancel.abort(waiter.signal.reason)
        reject(new EngineFailure('timeout'))
      }
      this.#waiters.add(waiter)
      if (waiter.signal.aborted) return leave()
      waiter.signal.addEventListener('abort', leave, { once: true })
      this.answer.finally(end).then(resolve, reject)
    })
  }

  #mayBeLarge(): void {
    const refusals = [...this.#waiters].map(refusalOf)
    if (refusals.length > 0 && refusals.every((refusal) => refusal !== undefined)) throw refusals[0]
  }
}

/** Why a waiter is not to get a large answer now. */
function refusalOf({ mayBeLarge }: Waiter): unknown {
  try {
    mayBeLarge()
    return undefined
  } catch (error) {
    return error
  }
}
