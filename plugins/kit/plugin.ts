import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Diagnostic } from '../../kit/config/yaml/diagnostics.js'
import { log } from '../../kit/log/log.js'
import { charged } from './charged.js'
import { contextOf, type Field, findContext, type RequestContext } from './context.js'
import { checkedDocuments, gatewayViewOf } from './gateway-view.js'
import { oncePer } from './once-per.js'
import type { Backends, GatewayView, Policy, Role, Step, StepPosition } from './policy.js'

export { definePolicy } from './contract.js'

/** The part of express-gateway's plugin context that we use. */
export interface PluginContext {
  registerPolicy(policy: object): void
  registerGatewayRoute(declare: (app: HostApp) => void): void
  eventBus: { once(event: string, listener: (...args: unknown[]) => void): void }
  config: { gatewayConfig: Record<string, unknown> }
  settings: Record<string, unknown>
}

/** The Express app of the host, limited to what a plugin may use. */
export interface HostApp {
  use(handler: unknown): void
}

/** A step of the host: an ordinary Express middleware. */
export type Middleware = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => void

/**
 * Metadata that our host reads from express-gateway's policy registry to check the order of steps.
 */
export interface PolicyFacts {
  /** Marks the policy as ours: the host refuses one of the same name from elsewhere. */
  directory: true
  /** Parameters that may be at the top of the YAML. */
  atTop: readonly string[]
  role: Role | undefined
  provides: readonly Field[]
  placeOf(params: object): StepPosition
  conditional: boolean
  throttles: boolean
  check(params: object, surroundings: GatewayView): readonly Diagnostic[]
  /** Whether its findings stay the same as long as the configuration does. */
  isCheckPure: boolean
  backendsOf(params: object): Backends
  nameOf(params: object): string
  /** JSON Schemas of further files, by file name. */
  fileSchemas: Readonly<Record<string, object>>
}

/** The manifest express-gateway loads: named exports of the plugin's module. */
export interface Manifest {
  version: string
  policies: string[]
  schema: object
  init(context: PluginContext): void
}

/**
 * Makes a policy a loadable express-gateway plugin. `routes` is for a plugin that also runs before
 * or after the router (the envelope).
 * @throws Error for a policy that a condition may skip although other steps rely on it.
 */
export function definePlugin<Params extends object, Needs extends Field = never>(
  policy: Policy<Params, Needs>,
  routes?: (context: PluginContext) => void,
): Manifest {
  const { name, params, required = [], create } = policy
  const {
    atTop = [],
    role,
    provides = [],
    place = {},
    conditional = false,
    throttles = false,
  } = policy
  if (conditional && (role || provides.length > 0))
    throw new Error(`"${name}" has a part that no condition may switch off`)
  const facts: PolicyFacts = {
    directory: true,
    atTop,
    role,
    provides,
    placeOf: (values) => (typeof place === 'function' ? place(values as Params) : place),
    conditional,
    throttles,
    check: (values, around) => policy.check?.(values as Params, around) ?? [],
    isCheckPure: policy.isCheckPure ?? policy.check === undefined,
    backendsOf: (values) => policy.backends?.(values as Params) ?? {},
    nameOf: (values) => policy.nameOf?.(values as Params) ?? '',
    fileSchemas: policy.fileSchemas ?? {},
  }
  return {
    ...emptyManifest(name),
    policies: [name],
    init(context) {
      context.registerPolicy({
        name,
        schema: {
          $id: `urn:directory:policy:${name}`,
          type: 'object',
          // express-gateway adds getCommonAuthCallback to every policy's parameters; the schema is
          // closed, so it is listed
          properties: { ...params, getCommonAuthCallback: {} },
          required,
          additionalProperties: false,
        },
        ...facts,
        policy: (
          values: Params & { getCommonAuthCallback?: unknown },
          config?: { gatewayConfig?: object },
        ) => {
          // A copy: a failed reload of the host leaves its configuration object replaced
          const { getCommonAuthCallback: _, ...own } = values
          const { gatewayConfig = {} } = config ?? {}
          const gateway = surroundingsIn(gatewayConfig)
          // Our host has reported the mistakes with their places; a stock express-gateway does not
          // check
          const found = checkedDocuments.has(gatewayConfig) ? [] : facts.check(own, gateway)
          const mistake = found.find(({ severity }) => severity !== 'warning')
          if (mistake) throw new Error(`${name}: ${mistake.message}: ${mistake.remedy}`)
          const tools = { gateway, log: log.child({ policy: name }) }
          const step = create(structuredClone(own as unknown as Params), tools)
          if (typeof step !== 'function') throw new Error('its create must return a function')
          return middlewareOf(name, step, facts.placeOf(own), provides)
        },
      })
      routes?.(context)
    },
  }
}

/** A plugin without a policy. @param name Unique among the plugins. */
export function emptyManifest(name: string): Manifest {
  return {
    version: '1.2.0', // express-gateway's plugin engine version
    policies: [],
    schema: {
      $id: `urn:directory:plugin:${name}`,
      type: 'object',
      properties: { package: { type: 'string', description: 'Path of the plugin.' } },
      additionalProperties: false,
    },
    init() {},
  }
}

/** One plugin of several policies that share code or state, since no plugin imports another. */
export function joinPlugins(first: Manifest, ...others: Manifest[]): Manifest {
  const all = [first, ...others]
  return {
    ...first,
    policies: all.flatMap(({ policies }) => policies),
    init(context) {
      for (const { init } of all) init(context)
    },
  }
}

/** The part of the YAML that steps may see, the same object for each reading. */
const surroundingsIn = oncePer((gatewayConfig: object) =>
  gatewayViewOf(gatewayConfig as Record<string, unknown>),
)

/** `(context, req, res)` → Express: calls `next` exactly once, awaits only a returned promise. */
function middlewareOf<Needs extends Field>(
  name: string,
  step: Step<Needs>,
  { needs = [], servesAnonymous }: StepPosition,
  provides: readonly Field[],
): Middleware {
  const fail = (req: IncomingMessage, next: (error: unknown) => void, error: unknown) => {
    const context = findContext(req)
    context?.steps.end()
    if (context) context.failed = name
    next(error ?? new Error('a step failed without a reason'))
  }
  const refusesAnonymous = provides.includes('search') && !servesAnonymous
  return function run(req, res, next) {
    let context: RequestContext
    let done: ReturnType<Step>
    try {
      context = contextOf(req)
      // The host's router continues with the next matching endpoint, such as a wider one: an
      // answered request skips its steps
      if (context.result !== undefined) {
        next()
        return
      }
      context.steps.begin(name)
      // Our host has checked the order at startup; a stock express-gateway has not
      for (const field of needs) {
        if (context[field] === undefined)
          throw new Error(`"${name}" needs "${field}", which no earlier step provides`)
      }
      if (refusesAnonymous && context.caller?.kind === 'none')
        throw new Error(`"${name}" is not for callers without a credential`)
      done = charged(req, () => step(context as Parameters<Step<Needs>>[0], req, res))
      if (done !== undefined && done !== 'answered' && !isPromise(done))
        throw new Error('a step must return nothing, "answered" or a promise')
    } catch (error) {
      fail(req, next, error)
      return
    }
    const { steps } = context
    if (done === undefined || done === 'answered') {
      steps.end()
      if (done === undefined) next()
      return
    }
    done.then(
      (end) => {
        steps.end()
        if (end !== 'answered') next()
      },
      (error: unknown) => fail(req, next, error),
    )
  }
}

function isPromise(value: object): value is Promise<undefined | 'answered'> {
  return typeof (value as { then?: unknown }).then === 'function'
}
