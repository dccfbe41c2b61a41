import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import type { BufferedResponse, BufferedResponses } from '../buffered-response.js'
import type { Cancellation } from '../cancellation.js'

/** A node's whole answer. */
export interface NodeAnswer {
  /** HTTP status. */
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  /** To be called when the bytes are no longer needed: they count against the limit of all. */
  end(): void
}

/** How an answer is read. */
export interface ReadOptions {
  answers: BufferedResponses
  /** Cancels the request. */
  cancel: Cancellation
  /** Throws when the caller may not get a large answer now. */
  mayBeLarge?: (() => void) | undefined
}

/**
 * Sends a request and reads the whole answer, without a stream: most answers are a packet or two.
 */
export function requestNode(
  node: Dispatcher,
  request: Dispatcher.DispatchOptions,
  reading: ReadOptions,
): Promise<NodeAnswer> {
  return new Promise((resolve, reject) => {
    node.dispatch(request, new AnswerReader(reading, resolve, reject))
  })
}

/**
 * Rejects with an UnusableResponse, the reason of the cancellation, an error of `mayBeLarge`, or
 * undici's connection error; and frees the socket.
 */
class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #reading: ReadOptions
  readonly #resolve: (answer: NodeAnswer) => void
  readonly #reject: (reason: unknown) => void
  #controller: Dispatcher.DispatchController | undefined
  #status = 0
  #headers: IncomingHttpHeaders = {}
  #answer: BufferedResponse | undefined

  constructor(
    reading: ReadOptions,
    resolve: (answer: NodeAnswer) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#reading = reading
    this.#resolve = resolve
    this.#reject = reject
    reading.cancel.listen(this.#cancel)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    const { isAborted, reason } = this.#reading.cancel
    if (isAborted) controller.abort(reason as Error) // it was waiting for a socket until now
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return
    this.#status = status
    this.#headers = headers
    this.#try(() => {
      const { answers, mayBeLarge } = this.#reading
      this.#answer = answers.begin(headers, mayBeLarge)
    })
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#try(() => this.#answer?.take(chunk))
  }

  onResponseEnd(): void {
    const answer = this.#answer
    if (!answer) return // it has failed
    this.#reading.cancel.listen(undefined)
    this.#answer = undefined
    this.#resolve({
      status: this.#status,
      headers: this.#headers,
      bytes: answer.bytes(),
      end: () => answer.end(),
    })
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

  readonly #cancel = () => this.#fail(this.#reading.cancel.reason)

  readonly #fail = (reason: unknown) => {
    this.#end()
    this.#reject(reason)
    this.#controller?.abort(reason as Error)
  }

  #end(): void {
    this.#reading.cancel.listen(undefined)
    this.#answer?.end()
    this.#answer = undefined
  }
}
