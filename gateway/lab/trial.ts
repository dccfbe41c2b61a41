import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AuthConfig } from '../../auth-service/config/config.js'
import { toApiError } from '../../kit/api/errors.js'
import { setting } from '../../kit/config/settings.js'
import { parseUrl, splitUrls } from '../../kit/config/texts.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import type { SettingOf } from '../../kit/config/yaml/source.js'
import { setConnection } from '../../kit/elasticsearch/client.js'
import { log } from '../../kit/log/log.js'
import { setRateLimitStore } from '../../kit/rate-limit/store.js'
import { findContext, type RequestContext } from '../../plugins/kit/context.js'
import { catalogsAsked } from '../../plugins/kit/field-catalog.js'
import { serviceUrls } from '../../plugins/kit/gateway-view.js'
import type { WrittenStep } from '../../routes/pipelines.js'
import { announceServer } from '../host/express-gateway.js'
import { type Loaded, loadGateway, type Trial } from '../host/load.js'
import { TrialCallers, type WrittenCaller } from './callers.js'
import { makeCounters, type Used } from './counters.js'
import {
  type Documents,
  type EngineAnswer,
  EngineDouble,
  makeConnections,
  type SentSearch,
} from './engine-double.js'
import { makeExchange, type TrialRequest, type TrialResponse } from './exchange.js'
import { canRefuse, type FactTree, readFacts } from './facts.js'
import type { RecordedRequest } from './recorder.js'
import { type SentUpstream, type ServiceAnswer, ServiceDoubles } from './service-doubles.js'

/** What the services around the gateway say to the requests of a trial. */
export interface Given {
  engine?: EngineAnswer
  /** `away`: it verifies nothing; by default it knows the callers. */
  auth?: 'away'
  /** Of the services of `upstream`. */
  upstream?: ServiceAnswer
}

/** A request of a trial, and who sends it. */
export interface TrialCall extends TrialRequest {
  caller?: WrittenCaller | undefined
  given?: Given | undefined
  /** What limits have counted before. */
  used?: Used
}

/** A step that ran. */
export interface RanStep {
  step: WrittenStep
  /** What it refused the request with, if it did. */
  error?: unknown
}

/** Whether a request passes, and what refuses it. */
export interface Decided {
  context: RequestContext | undefined
  /** Of the error; absent: it passes. */
  code?: string
  /** The step that refuses, with its error; absent: none did. */
  refused?: RanStep
}

/** What became of a call. */
export interface Outcome {
  response: TrialResponse
  /** Those that ran, in order. */
  steps: readonly RanStep[]
  /** Undefined if it did not get to the first step. */
  context: RequestContext | undefined
  searches: readonly SentSearch[]
  upstream: readonly SentUpstream[]
}

/** A configuration that serves requests in this process, with doubles around it. */
export interface TrialGateway {
  loaded: Loaded
  /** Issues the credentials of its callers. */
  callers: TrialCallers
  /** Passes a request through the pipelines. One at a time. */
  call(call: TrialCall): Promise<Outcome>
  /** The same, up to where it is decided: without an answer. */
  decide(request: RecordedRequest): Promise<Decided>
  /** The facts of a step's parameters. */
  factsOf(step: WrittenStep): FactTree
  /** The name of a step among those of its policy. */
  nameOf(step: WrittenStep): string
  /** From now on clients of engines connect to these again. */
  leaveEngines(): void
}

/** What else is known of a configuration. */
interface TrialOptions {
  /** Roles and plans of the callers; absent: they are written by their scopes. */
  auth?: AuthConfig
  /** Whether a start has validated it. */
  isChecked?: boolean
  documents?: Documents
}

/** Of a client whose address does not matter (RFC 5737). */
export const anyAddress = '192.0.2.1'

/**
 * Loads a configuration as the gateway does (`loadGateway`), and puts doubles in place of the engine,
 * the auth service, the services of `upstream` and the counters. Nothing leaves the process. Once
 * per process.
 * @throws ConfigurationError for mistakes in the YAML.
 */
export async function openTrial(
  configDir: string,
  settingOf: SettingOf,
  { auth, isChecked = false, documents }: TrialOptions = {},
): Promise<TrialGateway> {
  log.level = 'silent'
  process.env.ACCESS_LOG = 'off'
  const [engine, services, counters] = [
    new EngineDouble(documents),
    new ServiceDoubles(),
    makeCounters(),
  ]
  const callers = await TrialCallers.create(auth)
  setRateLimitStore(counters.store)
  setConnection(makeConnections(engine))
  /** `settle`: the request ends where it is decided. */
  const observed = new WeakMap<IncomingMessage, { steps: RanStep[]; settle?: () => void }>()
  const trial: Trial = {
    prepare: (gateway) => divert(gateway, services, callers),
    around: (step, middleware) =>
      function observing(req, res, next) {
        const isAnswered = () => findContext(req)?.result !== undefined
        const seen = observed.get(req)
        if (!seen || isAnswered()) return middleware(req, res, next)
        const { steps, settle } = seen
        if (settle && isAnswering(step)) return settle()
        const ran: RanStep = { step }
        steps.push(ran)
        middleware(req, res, (error) => {
          if (error !== undefined) ran.error = error
          if (settle && (error !== undefined || isAnswered())) settle()
          else next(error)
        })
      },
  }
  const trees = new Map<string, FactTree>()
  function factsOf({ policy }: WrittenStep): FactTree {
    const known = trees.get(policy) ?? readFacts(loaded.facts.policies.get(policy)?.schema)
    trees.set(policy, known)
    return known
  }
  function nameOf({ policy, params }: WrittenStep): string {
    return loaded.facts.policies.get(policy)?.nameOf?.(params) ?? ''
  }
  // what another service says is no decision of the configuration
  function isAnswering(step: WrittenStep): boolean {
    return loaded.facts.policies.get(step.policy)?.role === 'answer' && !canRefuse(factsOf(step))
  }
  const settings = { ...process.env }
  const loaded = await loadGateway(
    configDir,
    settingOf,
    isChecked ? 'checked' : undefined,
    trial,
  ).finally(() => {
    for (const name of ownSettings) restore(name, settings[name])
  })
  announceServer({})
  await catalogsAsked()
  await verifying(loaded)
  const { incoming, exchange } = makeExchange(loaded.app)

  async function call({ caller = {}, given = {}, used = {}, ...request }: TrialCall) {
    counters.beginWith(used)
    engine.forget(given.engine ?? {})
    services.forget(given.upstream ?? {}, given.auth === 'away')
    const credential = await callers[given.auth ? 'issueNewCredential' : 'issueCredential'](caller)
    const req = incoming(carrying(request, credential, caller))
    const steps: RanStep[] = []
    observed.set(req, { steps })
    const response = await exchange(req)
    const [searches, upstream] = [[...engine.sent], [...services.sent]]
    return { response, steps, context: findContext(req), searches, upstream }
  }

  async function decide(recorded: RecordedRequest): Promise<Decided> {
    const { body, used, caller, ...request } = recorded
    counters.beginWith(used)
    const written = caller ? callers.toWritten(caller) : {}
    const credential = await callers.issueCredential(written)
    const sent = carrying({ ...request, body: body ?? '' }, credential, written)
    const steps: RanStep[] = []
    let req!: IncomingMessage
    await new Promise<void>((settle) => {
      // nobody knows a body that was not read: it passes where a step begins to read it
      const isUnknown = body === undefined && announcesBody(request)
      req = incoming(sent, isUnknown ? settle : undefined)
      observed.set(req, { steps, settle })
      // a request that no step has decided ends with its response
      void exchange(req).then(() => settle())
    })
    const context = findContext(req)
    const refused = steps.find(({ error }) => error !== undefined)
    const code = refused ? toApiError(refused.error).code : context?.code
    return { context, ...(code && { code }), ...(refused && { refused }) }
  }
  const leaveEngines = () => setConnection(undefined)
  const named = { factsOf, nameOf }
  return { loaded, callers, call, decide, leaveEngines, ...named }
}

/** Whether a request has a body, by its headers. */
function announcesBody({ headers }: Pick<RecordedRequest, 'headers'>): boolean {
  return Number(headers['content-length'] ?? 0) > 0
}

const ownSettings = ['AUTH_SERVICE_URL', 'AUTH_SERVICE_URL_FILE']

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}

/** The request with a credential, if its caller has one, where it is sent. */
function carrying(
  request: TrialRequest,
  credential: string | undefined,
  caller: WrittenCaller,
): TrialRequest {
  if (credential === undefined) return request
  if (caller.in === 'url') {
    const url = `${request.url}${request.url.includes('?') ? '&' : '?'}api_key=${credential}`
    return { ...request, url }
  }
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${credential}` } }
}

/**
 * Replaces the addresses of the auth service and of all services in the document that the steps are
 * made from. What caches answers is left out: it would answer a test by that of another.
 */
async function divert(
  gateway: Mapping,
  services: ServiceDoubles,
  callers: TrialCallers,
): Promise<void> {
  const internal = await services.authService(callers)
  const doubles = new Map<string, string>()
  const diverted = (text: string) => {
    const url = parseUrl(text)
    const double = url && doubles.get(url.origin)
    return double === undefined ? text : double + url!.pathname.replace(/\/$/, '')
  }
  const endpoints = (gateway.serviceEndpoints ?? {}) as Record<string, { url?: string }>
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const urls = serviceUrls(endpoint)
    for (const url of urls) {
      const origin = parseUrl(url)?.origin
      if (origin !== undefined && !doubles.has(origin))
        doubles.set(origin, await services.upstream(name))
    }
    endpoints[name] = { urls: urls.map(diverted) } as never
  }
  const authUrls = splitUrls(setting('AUTH_SERVICE_URL') ?? '').map(diverted)
  for (const name of ownSettings) delete process.env[name]
  process.env.AUTH_SERVICE_URL = authUrls.join(',')
  replaceIn(gateway.pipelines, internal)
}

/** In parameters of steps, which may be inside others: `search` of an export has those of a search. */
function replaceIn(value: unknown, authServiceUrl: string): void {
  if (Array.isArray(value)) for (const one of value) replaceIn(one, authServiceUrl)
  if (!isMapping(value)) return
  if ('authServiceUrl' in value) value.authServiceUrl = authServiceUrl
  if ('nodes' in value && 'cache' in value) delete value.cache
  for (const one of Object.values(value)) replaceIn(one, authServiceUrl)
}

/**
 * Resolves when the steps can verify credentials: while they were set up, what they asked may have
 * taken too long.
 */
async function verifying({ backends }: Loaded): Promise<void> {
  const isReady = () => backends.every(({ authService }) => authService?.acceptsKnown() ?? true)
  while (!isReady()) await sleep(5)
}
