import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Result } from '../../kit/api/envelope.js'

export type { Result } from '../../kit/api/envelope.js'

import type { ErrorCode } from '../../kit/api/errors.js'

export { ApiError, type ErrorCode } from '../../kit/api/errors.js'

/**
 * `nonprofit-directory-api/plugin`: what an own policy is made of (docs/own-policies.md). The
 * policies of the product are made of the same, and of what `context.ts` and `policy.ts` add to
 * these interfaces, which may change with any version.
 */

/** The caller of the request. */
export interface Caller {
  /** The kind of credential; `none`: a caller without one, whose ids are its address. */
  kind: 'access-token' | 'api-key' | 'none'
  /** The user's id: the key of limits, and the identity sent to upstreams. */
  ownerId: string
  scopes: readonly string[]
  /**
   * The plan by which limits and search rules may differ: `default` when the auth service names
   * none, `anonymous` for callers without a credential.
   */
  plan: string
  /** Id of the session or of the API key, for the log. */
  credentialId: string
  /** The public prefix of an API key, by which its owner identifies it, for the log. */
  keyPrefix?: string
}

/**
 * The one object that the steps of a request read and fill. Each field has exactly one writer. A
 * policy with a field of its own adds it to this interface by `declare module`, and lists it in
 * `provides`.
 */
export interface RequestContext {
  /** Unique id of the request, also in its log lines and its answer. */
  readonly requestId: string
  /** The client's address: socket or, from a trusted proxy, X-Forwarded-For. */
  readonly address: string
  /** W3C trace context: the caller's, or our own. To be sent along with outgoing requests. */
  readonly traceparent: string
  /** Name of the endpoint in the YAML. */
  readonly endpoint?: string
  /** The matching path of the endpoint, as written in the YAML. */
  readonly route?: string
  /** Name of the pipeline in the YAML. */
  readonly pipeline?: string
  /** Writer: authenticate. */
  caller?: Caller
  /** Set once the caller is known to have every scope that the route requires: authorize. */
  authorized?: true
  /** The answer; later steps are skipped. Writer: the step that answers. */
  result?: Result
}

/** Name of a field of the context: what steps provide and need. */
export type Field = keyof RequestContext

/**
 * Handles one request: fills the context, with the fields that it needs given, or throws an
 * ApiError. Any other error becomes INTERNAL_ERROR; its cause is logged with the policy's name.
 * `res.setHeader` adds to the answer. A step that has taken over the response itself (a proxy)
 * returns `'answered'`: nothing after it runs.
 */
export type Step<Needs extends Field = never> = (
  context: RequestContext & Required<Pick<RequestContext, Needs>>,
  req: IncomingMessage,
  res: ServerResponse,
) => undefined | 'answered' | Promise<undefined | 'answered'>

/**
 * The position of a step among the other steps of its pipeline. Steps do not know each other: a step
 * can only require a context field that another provides, so there is no central list of policies,
 * and a new one declares its own position. The terms are those of systemd's units.
 */
export interface StepPosition<Needs extends Field = Field> {
  /**
   * Fields that an earlier step must have provided. Without them the step does not run, on any host.
   */
  needs?: readonly Needs[]
  /** Fields that, if a step of the pipeline provides them, must be provided before it. */
  after?: readonly Field[]
  /** Fields that, if a step of the pipeline provides them, must not be provided before it. */
  before?: readonly Field[]
}

/**
 * `open`: the first step of every pipeline, which `envelope` is; `answer`: the last one. Every
 * pipeline has exactly one of each.
 */
export type Role = 'open' | 'answer'

/**
 * What a parameter decides about requests. Policy tests, replay and the comparison of two
 * configurations know no policy: they read it here. It holds for what is inside the value, too,
 * unless that has facts of its own.
 */
export interface ParamFacts {
  /** Codes by which the step refuses a request because of this parameter. */
  refuses?: ErrorCode | readonly ErrorCode[]
  /**
   * Whether more allows more requests, or refuses more: a greater number, a flag that is true, one
   * more item of a list, a later value of an enum. Without it a change is neither.
   */
  more?: 'allows' | 'refuses'
  /**
   * How a change is said. A pair: of items that are new and gone, of a flag that is true and false,
   * or of a value that is written and is not, such as `['clients at {} are refused', 'clients at {} pass']`. A text: of a value before
   * and after, such as `{} {unit} by {by}`. In braces: nothing for the value, the name of another
   * parameter of the step, or `calls` for the endpoints of the pipeline.
   */
  says?: string | readonly [string, string]
  /** Whether an item of the list covers those that begin with it. */
  isPrefix?: true
  /** Whether a list that is not written has everything. */
  isAllWithout?: true
  /** Whether the value is never shown, as in JSON Schema: only that it is another. */
  writeOnly?: boolean
}

/**
 * A JSON Schema (draft-07 keywords) of one parameter, with its facts; the start validates by it,
 * editors and docs read it.
 */
export type ParamSchema = {
  description: string
  type?: string | string[]
  default?: unknown
} & ParamFacts &
  Record<string, unknown>

/** Writes lines of the gateway's log, which name the policy. Never a secret or a query. */
export type PolicyLog = Record<
  'debug' | 'info' | 'warn' | 'error',
  (fields: object, message: string) => void
>

/** What a policy gets besides its parameters. */
export interface PolicyTools {
  log: PolicyLog
}

/**
 * A policy: its name in the YAML, its parameters, its place in the pipeline, and the factory of its
 * step.
 */
export interface Policy<Params, Needs extends Field = never> {
  /** In small letters, with hyphens. */
  name: string
  params: Record<Exclude<keyof Params & string, never>, ParamSchema>
  required?: readonly (keyof Params & string)[]
  role?: Role
  /**
   * Fields of the context that its step writes; at most one step of a pipeline provides a field.
   */
  provides?: readonly Field[]
  /**
   * Its position, fixed or derived from its parameters; by default anywhere between the first and
   * the last step.
   */
  place?: StepPosition<Needs> | ((params: Params) => StepPosition<Needs>)
  /**
   * True when a YAML condition may skip it. Never for a guard, nor for a step that others rely on.
   */
  conditional?: boolean
  /**
   * Set-up, once per use in the YAML, with parameters that match their schemas. Throws a plain
   * Error for an operator's mistake, which stops the start or the reload.
   */
  create(params: Params, tools: PolicyTools): Step<Needs>
}

/**
 * A policy as written; `Needs` names the fields that its steps rely on, so that it must declare
 * that it needs them. The default export of an own policy's module.
 */
export function definePolicy<Params extends object, Needs extends Field = never>(
  policy: Policy<Params, Needs>,
): Policy<Params, Needs> {
  return policy
}
