import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import type { WholeAnswer, WholeAnswers } from '../kit/whole-answers.js'

/** What a node said, whole. */
export interface NodeAnswer {
  /** HTTP status. */
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Asks a node and reads its answer whole, without a stream in between: most answers are a packet or two. */
export function ask(
  node: Dispatcher,
  question: Dispatcher.DispatchOptions,
  { answers, signal }: { answers: WholeAnswers; signal: AbortSignal },
): Promise<NodeAnswer> {
  return new Promise((resolve, reject) => {
    node.dispatch(question, new AnswerReader(answers, signal, resolve, reject))
  })
}

/** Rejects with an UnusableAnswer, the signal's reason, or what undici says of the connection; and frees the socket. */
class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #answers: WholeAnswers
  readonly #signal: AbortSignal
  readonly #resolve: (answer: NodeAnswer) => void
  readonly #reject: (reason: unknown) => void
  #controller: Dispatcher.DispatchController | undefined
  #status = 0
  #headers: IncomingHttpHeaders = {}
  #answer: WholeAnswer | undefined

  constructor(
    answers: WholeAnswers,
    signal: AbortSignal,
    resolve: (answer: NodeAnswer) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#answers = answers
    this.#signal = signal
    this.#resolve = resolve
    this.#reject = reject
    signal.addEventListener('abort', this.#cancel, { once: true })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#signal.aborted) controller.abort(this.#signal.reason) // it waited for a socket until then
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return
    this.#status = status
    this.#headers = headers
    this.#try(() => {
      this.#answer = this.#answers.begin(headers, this.#signal)
    })
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#try(() => {
      const turn = this.#answer?.take(chunk)
      if (!turn) return
      controller.pause()
      turn.then(() => controller.resume(), this.#fail)
    })
  }

  onResponseEnd(): void {
    const text = this.#answer?.text() ?? ''
    this.#end()
    this.#resolve({ status: this.#status, headers: this.#headers, text })
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end()
    this.#reject(error)
  }

  #try(step: () => void): void {
    try {
      step()
    } catch (error) {
      this.#fail(error)
    }
  }

  readonly #cancel = () => this.#fail(this.#signal.reason)

  readonly #fail = (reason: unknown) => {
    this.#end()
    this.#reject(reason)
    this.#controller?.abort(reason as Error)
  }

  #end(): void {
    this.#signal.removeEventListener('abort', this.#cancel)
    this.#answer?.end()
    this.#answer = undefined
  }
}
