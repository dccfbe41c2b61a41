import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Diagnostic, Path } from '../../kit/config/yaml/diagnostics.js'
import type { Access } from '../../kit/elasticsearch/access.js'
import type { CatalogFields } from '../../packages/query-guard/src/index.js'
import type { Pipeline } from '../../routes/pipelines.js'
import type { DeclaredRoute } from '../../routes/routes.js'
import type { Field, RequestContext } from './context.js'
import type { DeclaredOperation } from './declared-operation.js'

/**
 * A JSON Schema (draft-07 keywords) of one parameter; express-gateway validates it, editors and
 * docs read it.
 */
export type ParamSchema = {
  description: string
  type?: string | string[]
  default?: unknown
} & Record<string, unknown>

/**
 * What a step may know besides its own parameters: one object for all steps made from one reading
 * of the YAML.
 */
export interface GatewayView {
  /** `serviceEndpoints` of the YAML: name → url(s). */
  serviceEndpoints: Readonly<Record<string, { url?: string; urls?: string[] }>>
  /** `apiEndpoints`, each with its pipeline. The parameters of its steps hold secrets. */
  routes: readonly DeclaredRoute[]
  /** All pipelines, in the order in which the host creates their steps. */
  pipelines: readonly Pipeline[]
  /**
   * Operations of OpenAPI that steps declare when they are created, for a policy that describes
   * them, by the names of their endpoints.
   */
  operations?: Map<string, DeclaredOperation>
  /** Validates a value by a JSON Schema; only while a configuration is checked. */
  validate?: (schema: object, value: unknown, path: Path) => readonly Diagnostic[]
}

/**
 * Handles one request: fills the context, with the fields that it needs given, or throws an
 * ApiError. A step that has taken over the response itself (a proxy) returns `'answered'`: nothing
 * after it runs.
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
  /** Accepts callers without a credential; `servesAnonymous` says what they may reach. */
  acceptsAnonymous?: true
  /** The operator composed what its step provides, so callers without a credential may use it. */
  servesAnonymous?: true
  /**
   * An alternative for operators who want no such step; it ends the hint that names the steps to
   * add.
   */
  instead?: string
}

/**
 * `open`: the first step of every pipeline; `answer`: the last one. Every pipeline has exactly one
 * of each.
 */
export type Role = 'open' | 'answer'

/** The services that a step depends on: shown by /status and checked by /readyz. */
export interface Backends {
  /** The search engine. */
  engine?: Access
  /** Whether the gateway is not ready while the engine is unavailable. */
  isEngineRequired?: boolean
  authService?: AuthServiceBackend
  /** The indices that callers can search there. */
  searched?: Searched
  /**
   * Compares the parameters with the engine. Paths begin at the parameters, as in `check`.
   * @throws Error when it does not answer.
   */
  advice?(): Promise<Diagnostic[]>
  /** Compares declared searches with the fields of their indices; it takes long. */
  unknownFields?(known: KnownFields): Diagnostic[]
}

/** What is known of the fields of the indices. */
export interface KnownFields {
  /** By the prefix of an index family; empty if nothing is known. */
  fieldsOf(prefix: string): CatalogFields
  /** Whether they have no others. */
  areAll: boolean
}

/** The service that verifies credentials. */
export interface AuthServiceBackend {
  /** URLs of the internal listeners, without paths; any of them is sufficient. */
  urls: readonly string[]
  /** Whether known credentials are accepted now: also for a while after it became unavailable. */
  acceptsKnown(): boolean
  /** Steps with the same id share what they know. */
  id: string
  /** What is known of credentials, as data for another process; without any credential. */
  known(): unknown
  /** Continues with what another process of the gateway knows, before any request is served. */
  takeOver(known: unknown): Promise<void>
}

/** Indices of an engine, by the prefixes of their names. */
export interface Searched {
  engine: Access
  prefixes: readonly string[]
}

/**
 * A policy: its name in the YAML, its parameters, its place in the pipeline, and the factory of its
 * step.
 */
export interface Policy<Params, Needs extends Field = never> {
  name: string
  params: Record<Exclude<keyof Params & string, never>, ParamSchema>
  required?: readonly (keyof Params & string)[]
  /** Parameters that may also be at the top of the YAML, as the default for all its steps. */
  atTop?: readonly (keyof Params & string)[]
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
   * True when its step limits the number of requests. Every pipeline has at least one such step.
   */
  throttles?: boolean
  /**
   * Mistakes that no schema detects, above all parameters that would leave something open by
   * omission; and, as warnings, what was opened on purpose. Called before `create`, with parameters
   * that match their schema; each path begins at them. Opens nothing, and never reveals a value.
   */
  check?(params: Params, surroundings: GatewayView): readonly Diagnostic[]
  /** The services that its step depends on, by its parameters. Called after `create`. */
  backends?(params: Params): Backends
  /** The maximum cost of the search that its step makes for an endpoint, by checked parameters. */
  cost?(params: Params, endpoint: string): number
  /** JSON Schemas of files that its parameters name, for editors, by file name. */
  fileSchemas?: Readonly<Record<string, object>>
  /** Set-up, once per use in the YAML. Throws a plain Error for an operator's mistake. */
  create(params: Params, surroundings: GatewayView): Step<Needs>
}
