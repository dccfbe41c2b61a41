import { setTimeout as sleep } from 'node:timers/promises'
import type { SpanExporter } from '@opentelemetry/sdk-trace-base'
import { type Environment, SettingError, setting } from '../config/settings.js'
import { parseUrl } from '../config/texts.js'
import { log } from '../log/log.js'
import { epochNow, RequestSpan, type SpanMaker, toHrTime } from './request-span.js'
import { parseTraceparent, readTraceId } from './trace-context.js'

/**
 * Traces by OTLP, with OpenTelemetry's SDK: the one file that loads it, and only where
 * OTEL_EXPORTER_OTLP_ENDPOINT is set. The SDK reads its other variables itself.
 */

const endpointName = 'OTEL_EXPORTER_OTLP_ENDPOINT'

interface Open extends SpanMaker {
  /** Begins the next trace with this id. */
  nextTraceId(id: string): void
  close(): Promise<void>
}

let open: Open | undefined

/** @throws SettingError when OTEL_EXPORTER_OTLP_ENDPOINT is not an http(s) URL. */
export function isTracing(env: Environment = process.env): boolean {
  const endpoint = setting('OTEL_EXPORTER_OTLP_ENDPOINT', env)
  if (endpoint === undefined) return false
  if (/^https?:$/.test(parseUrl(endpoint)?.protocol ?? '')) return true
  const example = 'http://127.0.0.1:4318'
  throw new SettingError(
    endpointName,
    `${endpointName} must be the http(s) URL of an OTLP receiver, such as ${example}`,
  )
}

/**
 * Records traces from now on, if the setting asks for them. Once per process.
 * @param service The name of this service, unless OTEL_SERVICE_NAME is set.
 * @throws SettingError as `isTracing`, and when the SDK is not installed.
 */
export async function openTracing(service: string, env?: Environment): Promise<void> {
  if (!isTracing(env)) return
  useFiles(env)
  const { api, base, resources, otlp } = await loadSdk()
  const { diag, DiagLogLevel } = api
  const ignored = () => undefined
  const error = (message: string) => log.warn(`OpenTelemetry: ${message}`)
  const logger = { error, warn: ignored, info: ignored, debug: ignored, verbose: ignored }
  diag.setLogger(logger, DiagLogLevel.ERROR) // such as an unknown sampler
  let traceId = ''
  const random = new base.RandomIdGenerator()
  const provider = new base.BasicTracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ 'service.name': service }))
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    idGenerator: {
      generateTraceId: () => traceId,
      generateSpanId: () => random.generateSpanId(),
    },
    spanProcessors: [new base.BatchSpanProcessor(loggedOnce(new otlp.OTLPTraceExporter()))],
  })
  diag.disable()
  open = {
    api,
    tracer: provider.getTracer('nonprofit-directory-api'),
    nextTraceId: (id) => {
      traceId = id
    },
    close: () => provider.shutdown(),
  }
}

/** The SDK reads the environment, and knows no NAME_FILE. */
function useFiles(env?: Environment): void {
  const endpoint = setting('OTEL_EXPORTER_OTLP_ENDPOINT', env)
  const headers = setting('OTEL_EXPORTER_OTLP_HEADERS', env)
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    ...(headers !== undefined && { OTEL_EXPORTER_OTLP_HEADERS: headers }),
  })
}

/** Sends what is recorded, and records no more. */
export async function closeTracing(withinMs: number): Promise<void> {
  const closed = open?.close().catch(() => undefined) // the exporter has logged it
  open = undefined
  if (closed) await Promise.race([closed, sleep(withinMs, undefined, { ref: false })])
}

/** A request that begins. */
export interface Beginning {
  method: string
  /** Its path as declared, without values. */
  route: string | undefined
  /** The received one, or one of `traceparentOf`, whose trace begins here. */
  traceparent: string
  isReceived: boolean
}

/** The span of a request, or undefined when none is recorded. */
export function beginRequest(begun: Beginning): RequestSpan | undefined {
  if (!open) return undefined
  const { method, route, traceparent, isReceived } = begun
  const { api, tracer } = open
  const { trace, ROOT_CONTEXT, SpanKind } = api
  const traceId = readTraceId(traceparent)
  open.nextTraceId(traceId)
  const spanId = traceparent.slice(36, 52)
  const traceFlags = Number.parseInt(traceparent.slice(53), 16)
  const parent = { traceId, spanId, traceFlags, isRemote: true }
  const context = isReceived ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
  const attributes = { 'http.request.method': method, 'http.route': route }
  const name = route === undefined ? method : `${method} ${route}`
  const epoch = epochNow()
  const startTime = toHrTime(epoch, performance.now())
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, startTime, attributes }, context)
  return span.isRecording() ? new RequestSpan(open, span, epoch) : undefined
}

/** The span of a request that another part of the product makes, if it is part of a trace. */
export function continueTrace(
  received: unknown,
  request: Pick<Beginning, 'method' | 'route'>,
): RequestSpan | undefined {
  const traceparent = parseTraceparent(received)
  if (!open || traceparent === undefined) return undefined
  return beginRequest({ ...request, traceparent, isReceived: true })
}

/** @throws SettingError when a package is not installed. */
async function loadSdk() {
  try {
    const [api, base, resources, otlp] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
    ])
    return { api, base, resources, otlp }
  } catch (cause) {
    throw new SettingError(
      endpointName,
      `${endpointName} is set, but the packages that traces need are not installed: install the ` +
        'optional dependencies (npm ci --include=optional), or remove the setting',
      { cause },
    )
  }
}

/** Logs when traces cannot be sent, and when they can again. */
function loggedOnce(exporter: SpanExporter): SpanExporter {
  let isAway = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const fails = result.error !== undefined || result.code !== 0
        if (fails && !isAway) {
          const remedy = `is ${endpointName} an OTLP receiver by HTTP (port 4318), and running?`
          log.warn({ cause: result.error?.message }, `traces are lost: ${remedy}`)
        } else if (!fails && isAway) log.info('traces are sent again')
        isAway = fails
        done(result)
      })
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}
