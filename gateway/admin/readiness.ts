import { distinctByJson } from '../../kit/config/objects.js'
import { readRedIndices } from '../../kit/elasticsearch/ask.js'
import { log } from '../../kit/log/log.js'
import { rateLimitStore } from '../../kit/rate-limit/store.js'
import type { Backends } from '../../plugins/kit/policy.js'
import {
  type AuthServiceHealth,
  type AuthServicesHealth,
  type EngineNodeHealth,
  type NodeHealth,
  patientMs,
  probeAuthServices,
  probeEngines,
  promptMs,
} from './backends.js'

/** The gateway's dependencies, as `degraded` and the metric directory_dependency_up name them. */
export type Dependency = 'auth-service' | 'auth-store' | 'engine' | 'indices' | 'rate-limit-store'

/** `/readyz` of the admin listener (docs/admin-listener.md). */
export interface Readiness {
  status: 'ready' | 'not ready'
  /** The dependency that does not answer, when not ready. */
  reason?: string
  /** What does not answer although the gateway is ready; absent when all does. */
  degraded?: Dependency[]
  /**
   * Used by the `authenticate` steps; absent when there is none. Several URLs are comma separated.
   */
  authService?: Reached
  /** Used by the `search` steps. */
  engine?: Reached
}

/** Backends of one kind. Of several addresses of one backend one suffices. */
interface Reached {
  url: string
  reachable: boolean
}

/** A worker's answer about its dependencies. */
export interface ReadinessReport {
  readiness: Readiness
  /** Whether each answers; only those that the configuration uses. */
  dependencies: Dependencies
  /** Why those that do not are down; of several addresses each in its own words. */
  faults: DependencyFault[]
  /** Of each auth service that answers: how far its clock is ahead of ours. */
  clocks: { url: string; aheadSeconds: number }[]
}

/** Why a dependency is down: fixed words. */
interface DependencyFault {
  dependency: Dependency
  cause: string
}

/** What the backends of the steps said when they were asked. */
interface Look {
  authServices: AuthServicesHealth[]
  /** The nodes of each engine. */
  engines: EngineNodeHealth[][]
  /** Indices that callers can search, of which no node serves all shards; undefined without any. */
  red: string[] | undefined
}

export type Dependencies = Partial<Record<Dependency, boolean>>

/** Asks all backends at once. */
export async function probeBackends(backends: readonly Backends[]): Promise<Look> {
  const [authServices, engines, red] = await Promise.all([
    probeAuthServices(backends),
    probeEngines(backends, promptMs),
    findRedIndices(backends),
  ])
  return { authServices, engines, red }
}

/**
 * Whether callers get the promised answers. The auth service may be unavailable as long as known
 * credentials are accepted; the engine may be unavailable unless a `search` step says
 * `readyWithoutEngine: false`.
 */
export function toReadiness(
  backends: readonly Backends[],
  { authServices, engines, red }: Look,
): ReadinessReport {
  const isReached = (nodes: readonly NodeHealth[]) => nodes.some(({ fault }) => fault === undefined)
  const unavailable = authServices.filter(({ nodes }) => !isReached(nodes))
  const isEngineUnavailable = !engines.every(isReached)
  const rateLimits = rateLimitStore().status()
  const dependencies: Dependencies = {
    ...(authServices.length > 0 && { 'auth-service': unavailable.length === 0 }),
    ...toAuthStore(authServices),
    ...(engines.length > 0 && { engine: !isEngineUnavailable }),
    ...(red && { indices: red.length === 0 }),
    ...('reachable' in rateLimits && { 'rate-limit-store': rateLimits.reachable }),
  }
  const reasons = [
    ...unavailable
      .filter(({ acceptsKnown }) => !acceptsKnown)
      .flatMap(({ nodes }) => nodes.map(describeFault('auth service'))),
    ...(isEngineUnavailable && backends.some(({ isEngineRequired }) => isEngineRequired)
      ? engines
          .filter((nodes) => !isReached(nodes))
          .flatMap((nodes) => nodes.map(describeFault('engine')))
      : []),
  ]
  const degraded = listDegraded(dependencies)
  const urls = authServices.flatMap(({ nodes }) => nodes)
  const readiness: Readiness = {
    status: reasons.length === 0 ? 'ready' : 'not ready',
    ...(reasons.length > 0 && { reason: reasons.join('; ') }),
    ...(degraded.length > 0 && reasons.length === 0 && { degraded }),
    ...(urls.length > 0 && {
      authService: { url: joinUrls(urls), reachable: unavailable.length === 0 },
    }),
    ...(engines.length > 0 && {
      engine: { url: joinUrls(engines.flat()), reachable: !isEngineUnavailable },
    }),
  }
  const faults = [
    ...listFaults(
      'auth-service',
      unavailable.flatMap(({ nodes }) => nodes),
    ),
    ...listStoreFaults(authServices),
    ...listFaults('engine', engines.filter((nodes) => !isReached(nodes)).flat()),
    ...(red && red.length > 0 ? [{ dependency: 'indices', cause: 'red' } as const] : []),
    ...('fault' in rateLimits
      ? [{ dependency: 'rate-limit-store', cause: rateLimits.fault! } as const]
      : []),
  ]
  return { readiness, dependencies, faults, clocks: toClocks(urls) }
}

/** Each cause once. */
function listFaults(dependency: Dependency, nodes: readonly NodeHealth[]): DependencyFault[] {
  const causes = new Set(nodes.flatMap(({ fault }) => fault ?? []))
  return [...causes].map((cause) => ({ dependency, cause }))
}

function listStoreFaults(authServices: readonly AuthServicesHealth[]): DependencyFault[] {
  const nodes = authServices.flatMap(({ nodes }) => nodes)
  const faulty = nodes.map(({ url, reported }) => ({ url, fault: reported?.storeFault }))
  return listFaults(
    'auth-store',
    faulty.filter((node): node is Required<NodeHealth> => node.fault !== undefined),
  )
}

function toClocks(nodes: readonly AuthServiceHealth[]): ReadinessReport['clocks'] {
  return nodes.flatMap(({ url, reported }) =>
    reported?.clockSkewSeconds === undefined
      ? []
      : [{ url, aheadSeconds: reported.clockSkewSeconds }],
  )
}

/** The store as the auth services that answer see it: down when one of them cannot use it. */
function toAuthStore(authServices: readonly AuthServicesHealth[]): Dependencies {
  const reports = authServices.flatMap(({ nodes }) =>
    nodes.flatMap(({ reported }) => reported ?? []),
  )
  if (reports.length === 0) return {}
  return { 'auth-store': reports.every(({ storeFault }) => storeFault === undefined) }
}

/** The dependencies that do not answer. */
export function listDegraded(dependencies: Dependencies): Dependency[] {
  return (Object.keys(dependencies) as Dependency[]).filter((name) => !dependencies[name])
}

const describeFault = (kind: string) => (node: NodeHealth) =>
  `the ${kind} at ${node.url} ${node.fault}`

/** Warns of every node that does not serve at the start: it may come later, so it stops nothing. */
export async function warnOfEngine(backends: readonly Backends[]): Promise<void> {
  const nodes = (await probeEngines(backends, patientMs)).flat()
  for (const { url, fault } of nodes) {
    if (fault !== undefined) log.warn({ node: url, fault }, `the engine's node at ${url} ${fault}`)
  }
}

function joinUrls(asked: readonly { url: string }[]): string {
  return [...new Set(asked.map(({ url }) => url))].join(', ')
}

/**
 * The red indices among those that callers can search: searches that reach one of them fail,
 * although all nodes answer. Undefined where nothing is searched.
 */
async function findRedIndices(backends: readonly Backends[]): Promise<string[] | undefined> {
  const searched = backends.flatMap(({ searched }) => searched ?? [])
  if (searched.length === 0) return undefined
  const found = await Promise.all(
    distinctByJson(searched).map(({ engine, prefixes }) =>
      readRedIndices(engine, prefixes, promptMs),
    ),
  )
  return [...new Set(found.flat())].sort()
}

/** What to do about them; undefined when there is none. */
export function adviseOnRedIndices(red: readonly string[] = []): string | undefined {
  if (red.length === 0) return undefined
  return (
    `no node serves some shards of ${red.join(', ')}, so searches that reach them fail: ` +
    'GET _cluster/allocation/explain says why; bring the node back, or restore the index'
  )
}
