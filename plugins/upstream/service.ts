import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from '../../kit/api/errors.js'
import { timer } from '../../kit/metrics/prometheus.js'
import { UnusableResponse } from '../kit/buffered-response.js'
import { oncePer } from '../kit/once-per.js'
import type { GatewayView } from '../kit/policy.js'
import { RetryBudget } from '../kit/retry-budget.js'
import { isUnavailable, TargetPool } from '../kit/target-pool.js'
import { TargetFailure } from './failure.js'
import { sendToTarget, type TargetRequest } from './send-to-target.js'
import { isBack, makeTargets, type Target } from './targets.js'

/** Methods that may be retried when the first try may have been received (RFC 9110 9.2.2). */
const repeatable = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']

/** The reason of an exchange that was cut off because the service took too long. */
export class Overdue extends ApiError {
  constructor(timeoutMs: number) {
    super('UPSTREAM_TIMEOUT', `The upstream service did not answer in ${timeoutMs} ms`)
  }
}

const timed = timer({
  name: 'directory_upstream_duration_seconds',
  help:
    'Duration of requests to services of `upstream`, to the first byte of the answer, by ' +
    'their name in the YAML.',
  labels: ['service'],
})

/** A service behind the gateway: its targets, their order and their health. */
export class UpstreamService {
  readonly #name: string
  readonly #targets: TargetPool<Target>
  readonly #retries = new RetryBudget()

  constructor(name: string, targets: readonly Target[]) {
    this.#name = name
    const kind = 'upstream'
    const nameOf = ({ server, host }: Target) => `${server.protocol}//${host}`
    this.#targets = new TargetPool(targets, { kind, nameOf, probe: isBack })
  }

  /**
   * Sends a request to a target, and once more if that can help: when the first one cannot have
   * received the request, or when it may be sent twice.
   * @param take Reads the answer of a target to its end.
   * @throws TargetFailure, errors of `take`, ApiError PAYLOAD_TOO_LARGE, or the reason of the
   *   signal.
   */
  async send<T>(
    req: IncomingMessage,
    res: ServerResponse,
    request: TargetRequest,
    take: (answer: IncomingMessage, target: Target) => Promise<T>,
  ): Promise<T> {
    const startedAt = performance.now()
    let target = this.#targets.next()
    try {
      let answer = await this.#try(req, res, target, request)
      if (!answer) {
        target = this.#targets.next(target)
        answer = await this.#timed(() => sendToTarget(req, res, target, request))
      }
      this.#recordAnswer(answer, target)
      return await take(answer, target)
    } catch (error) {
      const { aborted, reason } = request.signal
      if (reason instanceof Overdue) this.#targets.markOverdue(target, startedAt)
      else if (!aborted) this.#recordFailure(error, target)
      throw error
    }
  }

  /** The first try. @returns undefined if there should be another one. */
  async #try(
    req: IncomingMessage,
    res: ServerResponse,
    target: Target,
    request: TargetRequest,
  ): Promise<IncomingMessage | undefined> {
    try {
      const answer = await this.#timed(() => sendOverKept(req, res, target, request))
      const isElsewhereBetter = isUnavailable(answer.statusCode!) && this.#targets.size > 1
      if (!isElsewhereBetter || !mayRepeat(req, request) || !this.#retries.take()) return answer
      answer.destroy()
      this.#recordAnswer(answer, target)
    } catch (error) {
      if (!(error instanceof TargetFailure) || (error.isSent && !mayRepeat(req, request)))
        throw error
      if (!this.#retries.take()) throw error
      this.#recordFailure(error, target)
    }
    return undefined
  }

  #timed(run: () => Promise<IncomingMessage>): Promise<IncomingMessage> {
    return timed(run, [this.#name], ({ statusCode = 0 }) =>
      statusCode < 500 ? 'answered' : 'failed',
    )
  }

  /** A target that answers is available, unless its status may say otherwise. */
  #recordAnswer({ statusCode = 0 }: IncomingMessage, target: Target): void {
    if (isUnavailable(statusCode)) this.#targets.suspect(target)
    else {
      this.#targets.markAvailable(target)
      this.#retries.refill()
    }
  }

  /**
   * A connection without an answer counts against the target, unless it was an idle one; an answer
   * that breaks off may be the fault of one path. Errors of the caller do not count.
   */
  #recordFailure(error: unknown, target: Target): void {
    if (error instanceof ApiError || error instanceof UnusableResponse) return
    if (!(error instanceof TargetFailure)) this.#targets.suspect(target)
    else if (!error.isKept) this.#targets.markUnavailable(target)
  }
}

/**
 * Sends over a kept connection, and over a new one when that turns out to be closed. This needs no
 * budget: a kept connection has served a request before.
 */
async function sendOverKept(
  req: IncomingMessage,
  res: ServerResponse,
  target: Target,
  request: TargetRequest,
): Promise<IncomingMessage> {
  try {
    return await sendToTarget(req, res, target, request, target.agent)
  } catch (error) {
    if (!(error instanceof TargetFailure) || !error.isKept || !mayRepeat(req, request)) throw error
    return sendToTarget(req, res, target, request)
  }
}

/** Whether a request may be retried although it may have been received. */
function mayRepeat({ method = '' }: IncomingMessage, { body }: TargetRequest): boolean {
  return body.form === 'none' && repeatable.includes(method)
}

/**
 * The service of a name: all steps of one YAML share its connections, its round-robin order and its
 * health. @throws Error as `makeTargets`.
 */
export const serviceOf = oncePer(
  (view: GatewayView, name: string) => new UpstreamService(name, makeTargets(name, view)),
)
