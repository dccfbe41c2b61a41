import type { IncomingMessage } from 'node:http'
import type { Result } from '../../kit/api/envelope.js'
import type { ApiError, ErrorCode } from '../../kit/api/errors.js'
import type { AboutData } from '../../kit/elasticsearch/data-source.js'
import type { RequestSpan } from '../../kit/telemetry/request-span.js'
import type { GuardedSearch } from '../../packages/query-guard/src/index.js'
import type { Field, RequestContext } from './contract.js'
import type { HitLimit } from './hit-limits.js'
import { StepTimes } from './step-times.js'

export type { Caller, Field, RequestContext } from './contract.js'

/** The rest of a cost limit in its window, for callers that ask before they spend. */
export interface Budget {
  limit: number
  windowSeconds: number
  remaining: number
  /** Seconds until the window ends. */
  resetSeconds: number
}

/** How the answers of a pipeline are compressed for callers who accept it. */
export interface Compression {
  /** Smaller answers are not compressed. */
  minBytes: number
}

/** A whole answer of the engine to a search, validated. */
export interface SearchAnswer {
  /** JSON of the results (docs/api.md, Search): an array. */
  results: Buffer
  /** Their number. */
  count: number
  /** Undefined when the caller switched `track_total_hits` off. */
  total: { value: number; relation: 'eq' | 'gte' } | undefined
  /** JSON of the aggregations, if any. */
  aggregations: Buffer | undefined
}

/**
 * A validated search: what `search` sends to the engine. Written by `search-rules`,
 * `search-template`, `mcp` or `site`.
 */
export interface SearchRequest extends GuardedSearch {
  /** What is known of the data; `meta` of the answer contains it. */
  about?: AboutData | undefined
  /** Whether the operator wrote the body: a caller cannot correct it. */
  isDeclared?: boolean
  /** What its text was understood as; `meta` of the answer contains it. */
  understood?: object | undefined
  /** The search for the facets of its answer, sent once it is known that this one is answered. */
  facets?: SearchRequest | undefined
  /** What its answer depends on: it is kept as long as this is the same. */
  version?: string | undefined
  /** Its answer where that is known already: then it is not sent. */
  known?: SearchAnswer
  /**
   * The search to answer with instead, by what this one found.
   * @returns undefined: with this one.
   */
  followUp?: (found: SearchAnswer) => SearchRequest | undefined
  /** The text that it looks for, if that is counted among the search terms. */
  text?: string | undefined
  /**
   * What the caller gets, if it is no plain search result. May throw an ApiError.
   * @param version The engine's version, as answers name it.
   * @param meta The additional members of `meta`, such as hints.
   */
  answer?: (found: SearchAnswer, version: string, meta: object) => Result
}

declare module './contract.js' {
  /**
   * A policy with a field of its own declares it in its own folder: `declare module
   * '../kit/contract.js' { interface RequestContext { … } }`.
   */
  interface RequestContext {
    /** `process.hrtime`-like start in milliseconds, for the log. Writer: envelope. */
    readonly startedAt: number
    /** Maximum size of the request body, in bytes. Writer: the envelope step of the pipeline. */
    maxBodyBytes: number
    /** Whether and how the answer is compressed. Writer: the envelope step of the pipeline. */
    compression?: Compression
    /** The span of the request, where it is recorded. Writer: envelope. */
    readonly span?: RequestSpan | undefined
    /** How long the steps took, for the log. Writer: the kit, around each step. */
    readonly steps: StepTimes
    /** Name of the policy whose step failed, for the log. Writer: the kit, around each step. */
    failed?: string
    /** Writer: search-rules, search-template, mcp or site. */
    search?: SearchRequest
    /** Writer: budget. */
    budget?: Budget
    /** Limits of the hits in its answer. Writer: throttle. */
    hitLimits?: HitLimit[]
    /** Name of the limit that refused the request, for the log. Writer: throttle. */
    limit?: string
    /** What each limit had counted before, by its name. Writer: throttle. */
    used?: Record<string, number>
    /** Whether the answer is a page, for a browser. Writer: reception. */
    isForBrowser?: boolean
    /** Makes the page of an error, in place of its envelope. Writer: reception. */
    errorPage?: (error: ApiError) => Result
    /**
     * Code of the error sent to the caller. Writer: envelope, or upstream for an error of the auth
     * service that it passes on.
     */
    code?: ErrorCode
  }
}

const key = Symbol.for('directory.context')

/** Fields not written yet are undefined. */
type Unfilled = { [Name in Field]?: RequestContext[Name] | undefined }

/** What is known of a request before its first step. */
export type Begun = Omit<Unfilled, 'steps'> &
  Pick<RequestContext, 'requestId' | 'address' | 'startedAt' | 'maxBodyBytes' | 'traceparent'>

/**
 * Attaches the context; called once per request, by the envelope. It has all its fields from the
 * start, in one order: an object that gets them one by one has another hidden class at each step,
 * and V8 looks up each field again, which costs a tenth of a search.
 */
export function openContext(req: IncomingMessage, begun: Begun): RequestContext {
  const {
    requestId,
    address,
    startedAt,
    maxBodyBytes,
    compression,
    traceparent,
    span,
    endpoint,
    route,
    pipeline,
  } = begun
  const { caller, authorized, search, budget, hitLimits, limit, used, result, code } = begun
  const { isForBrowser, errorPage, failed } = begun
  const fields: Unfilled = {
    requestId,
    address,
    startedAt,
    maxBodyBytes,
    compression,
    traceparent,
    span,
    endpoint,
    route,
    pipeline,
    steps: new StepTimes(span),
    failed,
    caller,
    authorized,
    search,
    budget,
    hitLimits,
    limit,
    used,
    isForBrowser,
    errorPage,
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

/**
 * @throws Error when the envelope has not opened the request: the plugin `envelope` is not loaded.
 */
export function contextOf(req: IncomingMessage): RequestContext {
  const context = findContext(req)
  if (!context)
    throw new Error('no request context: the plugin "envelope" must be loaded and come first')
  return context
}
