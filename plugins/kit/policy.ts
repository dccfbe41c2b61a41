import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Diagnostic } from '../../kit/config/yaml/diagnostics.js'
import type { Access } from '../../kit/elasticsearch/access.js'
import type { Field, RequestContext } from './context.js'

/** A JSON Schema (draft-07 keywords) of one parameter; express-gateway validates it, editors and docs read it. */
export type ParamSchema = { description: string; type?: string | string[]; default?: unknown } & Record<string, unknown>

/** What a step may know besides its own parameters: one object for all steps that are made from one reading of the YAML. */
export interface GatewayView {
  /** `serviceEndpoints` of the YAML: name → url(s). */
  serviceEndpoints: Readonly<Record<string, { url?: string; urls?: string[] }>>
  /** All paths of `apiEndpoints`, as they are spelled there. */
  paths: readonly string[]
  /** `apiEndpoints` and `pipelines` themselves, for a policy that tells callers of what holds here; they hold secrets. */
  routing?: { readonly apiEndpoints?: unknown; readonly pipelines?: unknown }
}

/**
 * Handles one request: fills the context, where the fields that it needs are given, or throws an ApiError. A step that has
 * taken over the response itself (a proxy) answers `'answered'`: nothing after it runs.
 */
export type Step<Needs extends Field = never> = (
  context: RequestContext & Required<Pick<RequestContext, Needs>>,
  req: IncomingMessage,
  res: ServerResponse,
) => undefined | 'answered' | Promise<undefined | 'answered'>

/**
 * Where a step must stand among the others of its pipeline. Steps do not know each other: what one of them gives, a field
 * of the context, is all that another can ask for, so no list of all policies stands anywhere and a new one joins by
 * saying its own place. The words are those of systemd's units.
 */
export interface StepPosition<Needs extends Field = Field> {
  /** Fields that a step before it must have given. Without them the step does not run, whoever the host is. */
  needs?: readonly Needs[]
  /** Fields that, if a step of the pipeline gives them, must be given before it. */
  after?: readonly Field[]
  /** Fields that, if a step of the pipeline gives them, must not yet be given before it. */
  before?: readonly Field[]
  /** What the operator may write when no step shall give what it needs; ends the remedy that names such steps. */
  instead?: string
}

/** `open`: the first step of every pipeline; `answer`: the last one. Every pipeline has exactly one of each. */
export type Role = 'open' | 'answer'

/** What a step asks of others when it serves: what /status tells and /readyz asks. */
export interface Backends {
  /** The search engine. */
  engine?: Access
  /** Whether the gateway is not ready while the engine is away. */
  isEngineRequired?: boolean
  authService?: AuthServiceBackend
  /** What callers can search there. */
  searched?: Searched
}

/** What judges credentials. */
export interface AuthServiceBackend {
  /** URLs of the internal listeners, without paths; any of them will do. */
  urls: readonly string[]
  /** Whether credentials that are known pass right now: also for a while after it went away. */
  passesKnown(): boolean
}

/** Indices of an engine, by what their names begin with. */
export interface Searched {
  engine: Access
  prefixes: readonly string[]
}

/** A policy: its name in the YAML, its parameters, its place in the pipeline, and the factory of its step. */
export interface Policy<Params, Needs extends Field = never> {
  name: string
  params: Record<Exclude<keyof Params & string, never>, ParamSchema>
  required?: readonly (keyof Params & string)[]
  /** Parameters that may also stand at the top of the YAML, once for all its steps that do not say otherwise. */
  atTop?: readonly (keyof Params & string)[]
  role?: Role
  /** Fields of the context that its step writes; a pipeline has at most one step that gives a field. */
  gives?: readonly Field[]
  /** Where it stands, fixed or told by its parameters; anywhere between the first and the last step unless it says more. */
  place?: StepPosition<Needs> | ((params: Params) => StepPosition<Needs>)
  /** True when a YAML condition may switch it off. Never for a guard, nor for what other steps count on. */
  conditional?: boolean
  /** True when its step bounds how many requests pass. Every pipeline has at least one such step. */
  throttles?: boolean
  /**
   * Mistakes that no schema tells, above all parameters that would leave something open though nobody said so; and, as
   * warnings, what somebody has opened on purpose. Asked before `create`, with parameters that their schema lets pass; each
   * path begins at them. Opens nothing, and never tells a value.
   */
  check?(params: Params, surroundings: GatewayView): readonly Diagnostic[]
  /** What its step asks of others, told by its parameters. Called after `create`. */
  backends?(params: Params): Backends
  /** Set-up, once per use in the YAML. Throws a plain Error for an operator's mistake. */
  create(params: Params, surroundings: GatewayView): Step<Needs>
}
