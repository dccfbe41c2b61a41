import type { Diagnostic, Path } from '../../kit/config/yaml/diagnostics.js'
import type { Access } from '../../kit/elasticsearch/access.js'
import type { Pipeline } from '../../routes/pipelines.js'
import type { DeclaredRoute } from '../../routes/routes.js'
import type { DeclaredOperation } from './declared-operation.js'

export type { ParamSchema, Policy, Role, Step, StepPosition } from './contract.js'

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

/** The services that a step depends on: shown by /status and checked by /readyz. */
export interface Backends {
  /** The search engine. */
  engine?: Access
  /** How many searches may be in flight there. */
  slots?: number | 'auto'
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

declare module './contract.js' {
  interface StepPosition<Needs extends Field = Field> {
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

  interface PolicyTools {
    gateway: GatewayView
  }

  interface Policy<Params, Needs extends Field = never> {
    /** Parameters that may also be at the top of the YAML, as the default for all its steps. */
    atTop?: readonly (keyof Params & string)[]
    /**
     * True when its step limits the number of requests. Every pipeline has at least one such step.
     */
    throttles?: boolean
    /**
     * Mistakes that no schema detects, above all parameters that would leave something open by
     * omission; and, as warnings, what was opened on purpose. Called before `create`, with
     * parameters that match their schema; each path begins at them. Opens nothing, and never
     * reveals a value.
     */
    check?(params: Params, surroundings: GatewayView): readonly Diagnostic[]
    /**
     * Whether `check` reads nothing but its arguments, settings and files of CONFIG_DIR, and of the
     * clock the day: of a configuration that was checked it is not called again.
     */
    isCheckPure?: true
    /** The services that its step depends on, by its parameters. Called after `create`. */
    backends?(params: Params): Backends
    /** Tells several of its steps in one pipeline apart, such as the name of a limit. */
    nameOf?(params: Params): string
    /** JSON Schemas of files that its parameters name, for editors, by file name. */
    fileSchemas?: Readonly<Record<string, object>>
  }
}
