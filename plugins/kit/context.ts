import type { IncomingMessage } from 'node:http'
import type { Result } from '../../kit/api/envelope.js'
import type { ErrorCode } from '../../kit/api/errors.js'
import { StepTimes } from './step-times.js'

/** Who makes the request. Written by `authenticate` only. */
export interface Caller {
  /** How the caller proved it. */
  kind: 'access-token' | 'api-key'
  /** The user's id: what limits are counted by and what upstreams are told. */
  ownerId: string
  scopes: readonly string[]
  /** Id of the session or of the API key, for the log. */
  credentialId: string
  /** The public beginning of an API key, by which its owner knows it, for the log. */
  keyPrefix?: string
}

/** How much a search asks for, as counted while it was judged; constructs that pass unjudged (`unsafe`) are not counted. */
export interface SearchCounts {
  /** Query clauses, wherever they stand. */
  clauses: number
  /** Aggregations, wherever they stand. */
  aggregations: number
  /** The greatest product of bucket counts along one branch of aggregations; 1 without any. */
  bucketProduct: number
  /** Hits: the body's `size`, 10 when it has none. */
  hits: number
}

/** What a search costs, in passes over the addressed documents (docs/query-cost.md). */
export interface SearchCost {
  passes: number
  /** The most that a search may cost where it was judged. */
  cap: number
}

/** What is left of a budget of prices in its window, for who asks before he spends. */
export interface Budget {
  limit: number
  windowSeconds: number
  remaining: number
  /** Seconds until the window ends. */
  resetSeconds: number
}

/** How the answers of a pipeline are compressed for callers who take them so. */
export interface Compression {
  /** Smaller answers are not. */
  minBytes: number
}

/** A judged search: what `search` sends to the engine. Written by `search-rules` only. */
export interface SearchRequest {
  /** The index expression as the caller sent it. */
  index: string
  /** The search body, already serialized from what was judged; never the caller's bytes. */
  body: string
  /** Whether the caller asked for aggregations. */
  hasAggregations: boolean
  counts: SearchCounts
  cost: SearchCost
  /** What the caller should be told when nothing is found; absent where nothing is doubtful. Comparing names takes its time. */
  hints?: () => readonly string[]
}

/**
 * The one object that steps read and fill. Each field has exactly one writer. A policy that gives a field of its own
 * declares it in its own folder: `declare module '../kit/context.js' { interface RequestContext { … } }`.
 */
export interface RequestContext {
  /** Unique id of the request. Writer: envelope. */
  readonly requestId: string
  /** The client's address: socket or, from a trusted proxy, X-Forwarded-For. Writer: envelope. */
  readonly address: string
  /** `process.hrtime`-like start in milliseconds, for the log. Writer: envelope. */
  readonly startedAt: number
  /** Greatest size of the request body, in bytes. Writer: the envelope step of the pipeline. */
  maxBodyBytes: number
  /** Whether and how the answer is compressed. Writer: the envelope step of the pipeline. */
  compression?: Compression
  /** W3C trace context: the caller's, or one of our own. It goes along to whoever is asked. Writer: envelope. */
  readonly traceparent: string
  /** Name of the endpoint in the YAML, for the log. Writer: envelope. */
  readonly endpoint?: string
  /** Path of the endpoint as the YAML spells it, which the request's path fits. Writer: envelope. */
  readonly route?: string
  /** Name of the pipeline in the YAML, for log and metrics. Writer: envelope. */
  readonly pipeline?: string
  /** How long the steps took, for the log. Writer: the kit, around each step. */
  readonly steps: StepTimes
  /** Writer: authenticate. */
  caller?: Caller
  /** Set once the caller was found to hold every scope that the route asks for. Writer: authorize. */
  authorized?: true
  /** Writer: search-rules. */
  search?: SearchRequest
  /** Writer: budget. */
  budget?: Budget
  /** Writer: search (or any later step that answers through the envelope). */
  result?: Result
  /** Code of the error that the caller is told. Writer: envelope. */
  code?: ErrorCode
}

/** Name of a field of the context: what steps give and need. */
export type Field = keyof RequestContext

const key = Symbol.for('directory.context')

/** Fields that nobody has written yet are undefined. */
type Unfilled = { [Name in Field]?: RequestContext[Name] | undefined }

/** What is known of a request before its first step. */
export type Begun = Omit<Unfilled, 'steps'> &
  Pick<RequestContext, 'requestId' | 'address' | 'startedAt' | 'maxBodyBytes' | 'traceparent'>

/**
 * Attaches the context; called once per request, by the envelope. It has all its fields from the start, in one order: an object that
 * gets them one by one has another shape at each step, and V8 looks for each field anew, which costs a tenth of a search.
 */
export function openContext(req: IncomingMessage, begun: Begun): RequestContext {
  const { requestId, address, startedAt, maxBodyBytes, compression, traceparent, endpoint, route, pipeline } = begun
  const { caller, authorized, search, budget, result, code } = begun
  const fields: Unfilled = {
    requestId,
    address,
    startedAt,
    maxBodyBytes,
    compression,
    traceparent,
    endpoint,
    route,
    pipeline,
    steps: new StepTimes(),
    caller,
    authorized,
    search,
    budget,
    result,
    code,
  }
  const context = fields as RequestContext
  ;(req as unknown as Record<symbol, unknown>)[key] = context
  return context
}

/** The context of a request, or undefined before the envelope has opened it. */
export function findContext(req: IncomingMessage): RequestContext | undefined {
  return (req as unknown as Record<symbol, RequestContext | undefined>)[key]
}

/** @throws Error when the envelope has not opened the request: the plugin `envelope` is not loaded. */
export function contextOf(req: IncomingMessage): RequestContext {
  const context = findContext(req)
  if (!context) throw new Error('no request context: the plugin "envelope" must be loaded and stand first')
  return context
}
