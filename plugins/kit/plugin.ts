import type { IncomingMessage, ServerResponse } from 'node:http'
import { contextOf, type RequestContext } from './context.js'

/**
 * The stages of a pipeline, in their only order. A pipeline's steps must stand in this order; `open` and `answer` are in
 * every pipeline exactly once, the limits may repeat.
 */
export const stages = ['open', 'address-limit', 'authenticate', 'authorize', 'owner-limit', 'rules', 'answer'] as const
export type Stage = (typeof stages)[number]

/** A JSON Schema (draft-07 keywords) of one parameter; express-gateway validates it, editors and docs read it. */
export type ParamSchema = { description: string; type?: string | string[]; default?: unknown } & Record<string, unknown>

/** What a step may know besides its own parameters. */
export interface Surroundings {
  /** `serviceEndpoints` of the YAML: name → url(s). */
  serviceEndpoints: Readonly<Record<string, { url?: string; urls?: string[] }>>
}

/**
 * Handles one request: fills the context, or throws an ApiError. A step that has taken over the response itself
 * (a proxy) answers `'answered'`: nothing after it runs.
 */
export type Step = (
  context: RequestContext,
  req: IncomingMessage,
  res: ServerResponse,
) => undefined | 'answered' | Promise<undefined | 'answered'>

/** A policy: its name in the YAML, its parameters, its place in the pipeline, and the factory of its step. */
export interface Policy<Params> {
  name: string
  params: Record<Exclude<keyof Params & string, never>, ParamSchema>
  required?: readonly (keyof Params & string)[]
  /** Its stage, fixed or told by its parameters. */
  stage: Stage | ((params: Params) => Stage)
  /** Stages that must stand before it, fixed or told by its parameters. */
  needs?: readonly Stage[] | ((params: Params) => readonly Stage[])
  /** True when a YAML condition may switch it off. Never for a guard. */
  conditional?: boolean
  /** Set-up, once per use in the YAML. Throws a plain Error for an operator's mistake. */
  create(params: Params, surroundings: Surroundings): Step
}

/** The part of express-gateway's plugin context that we use. */
export interface PluginContext {
  registerPolicy(policy: object): void
  registerGatewayRoute(declare: (app: HostApp) => void): void
  eventBus: { once(event: string, listener: (...args: unknown[]) => void): void }
  config: { gatewayConfig: Record<string, unknown> }
  settings: Record<string, unknown>
}

/** The Express app of the host, as far as a plugin may touch it. */
export interface HostApp {
  use(handler: unknown): void
}

/** A step of the host: an ordinary Express middleware. */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void

/** Metadata that our host reads from express-gateway's policy registry to check the order of steps. */
export interface PolicyFacts {
  /** Marks the policy as ours: the host refuses one of the same name that comes from elsewhere. */
  directory: true
  stageOf(params: object): Stage
  needsOf(params: object): readonly Stage[]
  conditional: boolean
}

/** The manifest express-gateway loads: named exports of the plugin's module. */
export interface Manifest {
  version: string
  policies: string[]
  schema: object
  init(context: PluginContext): void
}

export function definePolicy<Params extends object>(policy: Policy<Params>): Policy<Params> {
  return policy
}

/**
 * Makes a policy a loadable express-gateway plugin. `routes` is for a plugin that also stands before or behind the
 * router (the envelope).
 */
export function definePlugin<Params extends object>(
  policy: Policy<Params>,
  routes?: (context: PluginContext) => void,
): Manifest {
  const { name, params, required = [], stage, needs = [], conditional = false, create } = policy
  const facts: PolicyFacts = {
    directory: true,
    stageOf: (values) => (typeof stage === 'function' ? stage(values as Params) : stage),
    needsOf: (values) => (typeof needs === 'function' ? needs(values as Params) : needs),
    conditional,
  }
  return {
    version: '1.2.0', // express-gateway's plugin engine version
    policies: [name],
    schema: {
      $id: `urn:directory:plugin:${name}`,
      type: 'object',
      properties: { package: { type: 'string', description: 'Path of the plugin.' } },
      additionalProperties: false,
    },
    init(context) {
      context.registerPolicy({
        name,
        schema: {
          $id: `urn:directory:policy:${name}`,
          type: 'object',
          // express-gateway adds getCommonAuthCallback to every policy's parameters; the schema is closed, so it is listed
          properties: { ...params, getCommonAuthCallback: {} },
          required,
          additionalProperties: false,
        },
        ...facts,
        policy: (values: Params & { getCommonAuthCallback?: unknown }, config?: { gatewayConfig?: object }) => {
          // A copy: a failed reload of the host leaves its configuration object replaced
          const { getCommonAuthCallback: _, ...own } = values
          const { serviceEndpoints = {} } = (config?.gatewayConfig ?? {}) as Partial<Surroundings>
          return middlewareOf(
            create(structuredClone(own as unknown as Params), { serviceEndpoints: structuredClone(serviceEndpoints) }),
          )
        },
      })
      routes?.(context)
    },
  }
}

/** `(context, req, res)` → Express: calls `next` exactly once, awaits only when a promise came back. */
function middlewareOf(step: Step): Middleware {
  return function run(req, res, next) {
    let done: ReturnType<Step>
    try {
      done = step(contextOf(req), req, res)
    } catch (error) {
      next(error)
      return
    }
    if (done === undefined) next()
    else if (done !== 'answered') {
      done.then(
        (end) => {
          if (end !== 'answered') next()
        },
        (error: unknown) => next(error ?? new Error('a step failed without a reason')),
      )
    }
  }
}
