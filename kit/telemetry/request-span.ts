import type { ServerResponse } from 'node:http'
import type * as Api from '@opentelemetry/api'

/** Values by names of OpenTelemetry's semantic conventions; never text of a caller. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

/** What is sent along with the calls of a request. */
export interface Trace {
  /** W3C trace context. */
  readonly traceparent: string
  /** Undefined where tracing is off, or the trace is not sampled: then nothing is recorded. */
  readonly span?: RequestSpan | undefined
}

/** How a request or a call ended. */
export interface Outcome {
  /** HTTP status of the answer, if there was one. */
  status?: number | undefined
  /** A word for what failed: an error code of ours. 5xx is a failure without it. */
  error?: string | undefined
}

/** What spans are made with. */
export interface SpanMaker {
  api: typeof Api
  tracer: Api.Tracer
}

/** A call of another service, under way. */
export interface CallSpan {
  /** Names this span as the parent of what the service does. */
  readonly traceparent: string
  end(outcome: Outcome): void
}

/** The span of a request that this process answers, and of its steps, which run one at a time. */
export class RequestSpan {
  readonly traceparent: string
  readonly #maker: SpanMaker
  readonly #own: Api.Span
  readonly #context: Api.Context
  #step: Api.Span | undefined
  readonly #epoch: number

  /** @param epoch As of `epochNow`. */
  constructor(maker: SpanMaker, own: Api.Span, epoch: number) {
    this.#maker = maker
    this.#own = own
    this.#epoch = epoch
    this.#context = this.#below(own)
    this.traceparent = traceparentOfSpan(own)
  }

  /** @param at By performance.now(). */
  beginStep(name: string, at: number): void {
    const startTime = this.#time(at)
    this.#step = this.#maker.tracer.startSpan(name, { startTime }, this.#context)
  }

  /** @param at By performance.now(). */
  endStep(at: number): void {
    this.#step?.end(this.#time(at))
    this.#step = undefined
  }

  /** Begins the call of a service, below the running step. @param server Its address. */
  call(
    name: string,
    { hostname, port, protocol }: Pick<URL, 'hostname' | 'port' | 'protocol'>,
    attributes: Attributes,
  ): CallSpan {
    const { tracer, api } = this.#maker
    const server = {
      'server.address': hostname.replace(/^\[|\]$/g, ''),
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    }
    const options = {
      kind: api.SpanKind.CLIENT,
      startTime: this.#time(),
      attributes: { ...attributes, ...server },
    }
    const span = tracer.startSpan(
      name,
      options,
      this.#step ? this.#below(this.#step) : this.#context,
    )
    return {
      traceparent: traceparentOfSpan(span),
      end: (outcome) => this.#end(span, outcome),
    }
  }

  /**
   * Ends it when the response is closed. A caller that has left is no failure.
   * @param code The error code of the response.
   */
  endWith(
    { headersSent, statusCode }: Pick<ServerResponse, 'headersSent' | 'statusCode'>,
    code: string | undefined,
    attributes: Attributes,
  ): void {
    this.#own.setAttributes({ ...attributes, 'directory.code': code })
    const status = headersSent ? statusCode : undefined
    const error = status !== undefined && status >= 500 ? code : undefined
    this.#end(this.#own, { status, error })
  }

  #end(span: Api.Span, { status, error }: Outcome): void {
    if (status !== undefined) span.setAttribute('http.response.status_code', status)
    const failure = error ?? (status !== undefined && status >= 500 ? String(status) : undefined)
    if (failure !== undefined) {
      span.setAttribute('error.type', failure)
      span.setStatus({ code: this.#maker.api.SpanStatusCode.ERROR })
    }
    span.end(this.#time())
  }

  #below(span: Api.Span): Api.Context {
    const { trace, ROOT_CONTEXT } = this.#maker.api
    return trace.setSpan(ROOT_CONTEXT, span)
  }

  #time(at = performance.now()): Api.HrTime {
    return toHrTime(this.#epoch, at)
  }
}

/**
 * The clock at 0 of performance.now(), in ms since 1970: read once for all spans of a request, so
 * that none seems to begin before another.
 */
export function epochNow(): number {
  return Date.now() - performance.now()
}

/** Seconds and nanoseconds since 1970. @param at By performance.now(). */
export function toHrTime(epoch: number, at: number): Api.HrTime {
  const ms = epoch + at
  const seconds = Math.floor(ms / 1000)
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)]
}

function traceparentOfSpan(span: Api.Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}
