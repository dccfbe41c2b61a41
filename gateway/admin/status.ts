import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { embeddedAdvice } from '../../kit/elasticsearch/embedded-engine.js'
import { version } from '../../kit/process/version.js'
import { type RateLimitStatus, rateLimitStore } from '../../kit/rate-limit/store.js'
import { countSlots } from '../../plugins/kit/engine/open.js'
import { serviceUrls } from '../../plugins/kit/gateway-view.js'
import type { Loaded } from '../host/load.js'
import {
  type AuthServiceReport,
  type AuthServicesHealth,
  type EngineNodeHealth,
  type NodeHealth,
  probeServices,
} from './backends.js'
import { type Flow, listFlows } from './flows.js'
import {
  adviseOnRedIndices,
  type Dependency,
  listDegraded,
  probeBackends,
  toReadiness,
} from './readiness.js'

/** Whether an address serves us, and if not, why. */
interface NodeStatus {
  url: string
  healthy: boolean
  fault?: string
}

/** A worker's report for `/status` of the admin listener (docs/admin-listener.md). */
export interface WorkerStatus {
  version: string
  engine: {
    kind: 'elasticsearch' | 'embedded'
    nodes: NodeStatus[]
    /** How many searches may be in flight at once, in each worker. */
    slots: number
    /** What to do about red indices, or an embedded engine that holds more than it is meant for. */
    advice?: string
  }
  authServices: (NodeStatus & AuthServiceReport)[]
  /** What does not answer, though callers may still get answers. */
  degraded: Dependency[]
  rateLimits: RateLimitStatus
  pipelines: Flow[]
  upstreams: { name: string; urls: string[]; targets: NodeStatus[] }[]
}

export async function readStatus({ config, facts, backends }: Loaded): Promise<WorkerStatus> {
  const [look, upstreams] = await Promise.all([
    probeBackends(backends),
    probeUpstreams(config.gateway.value),
  ])
  const redAdvice = adviseOnRedIndices(look.red)
  return {
    version,
    engine: {
      ...toEngineStatus(look.engines.flat()),
      ...(redAdvice !== undefined && { advice: redAdvice }),
    },
    authServices: toAuthServicesStatus(look.authServices),
    degraded: listDegraded(toReadiness(backends, look).dependencies),
    rateLimits: rateLimitStore().status(),
    pipelines: listFlows(config.gateway.value, facts),
    upstreams,
  }
}

function toNodeStatus({ url, fault }: NodeHealth): NodeStatus {
  return { url, healthy: fault === undefined, ...(fault !== undefined && { fault }) }
}

function toAuthServicesStatus(asked: readonly AuthServicesHealth[]): WorkerStatus['authServices'] {
  return asked.flatMap(({ nodes }) =>
    nodes.map((node) => ({ ...toNodeStatus(node), ...node.reported })),
  )
}

/**
 * A node that several steps search with credentials of their own is healthy when it serves all of
 * them.
 */
function toEngineStatus(asked: readonly EngineNodeHealth[]): WorkerStatus['engine'] {
  const nodes = new Map<string, NodeHealth>()
  for (const node of asked)
    if (node.fault !== undefined || !nodes.has(node.url)) nodes.set(node.url, node)
  const advice = embeddedAdvice(Math.max(0, ...asked.map(({ documents }) => documents)))
  return {
    ...(advice !== undefined && { advice }),
    kind: asked.some(({ isEmbedded }) => isEmbedded) ? 'embedded' : 'elasticsearch',
    nodes: [...nodes.values()].map(toNodeStatus),
    slots: countSlots(),
  }
}

function probeUpstreams({ serviceEndpoints }: Mapping): Promise<WorkerStatus['upstreams']> {
  const services = Object.entries(isMapping(serviceEndpoints) ? serviceEndpoints : {})
  return Promise.all(
    services.map(async ([name, service]) => {
      const urls = serviceUrls(service as { url?: string; urls?: string[] }).map(withoutCredentials)
      const asked = await probeServices(urls)
      return { name, urls, targets: asked.map(toNodeStatus) }
    }),
  )
}

function withoutCredentials(text: string): string {
  const { origin, pathname } = new URL(text)
  return pathname === '/' ? origin : origin + pathname
}
