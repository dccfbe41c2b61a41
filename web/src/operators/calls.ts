import { ApiError } from '../../../packages/client/src/errors.js'

/** Whether an address serves the gateway, and if not, why. */
export interface Node {
  url: string
  healthy: boolean
  fault?: string
}

export interface Flow {
  name: string
  calls: string[]
  steps: string[]
  service: string | null
}

export interface Search {
  id: string
  pipeline: string
  owner: string | null
  prefix: string | null
  cost: number
  startedAt: string
  ms: number
  isWaiting?: boolean
}

interface NearLimit {
  name: string
  by: string
  unit: string
  key: string
  limit: number
  remaining: number
  resetSeconds: number
}

/** A difference between two configurations. */
export interface Change {
  effect: 'allows' | 'refuses' | 'changes'
  part: string
  text: string
  place?: string
}

/** How many of the last requests are decided otherwise. */
export interface Replay {
  requests: number
  flipped: number
}

export interface Reload {
  at: string
  via: 'operator' | 'SIGHUP' | 'watch'
  by?: string
  back?: true
  hash?: string
  changes: Change[]
  changed: number
  replay?: Replay
  refused?: string
}

/** The answer to `POST /reload`. */
export interface Reloaded {
  config: { hash: string }
  compared?: { hash: string }
  changes: Change[]
  replay?: Replay
  notReplayed?: string
  notes: string[]
}

/** `/status` (docs/admin-listener.md). Before a worker has answered much of it is absent. */
export interface Status {
  alerts: { alert: string; summary: string; command: string; since: string }[]
  version?: string
  reportAgeSeconds?: number
  uptimeSeconds: number
  workers: { number: number; pid?: number; startedAt: string; state: string; fault?: string }[]
  engine?: { kind: string; nodes: Node[]; advice?: string }
  authServices?: (Node & {
    store?: { records: number; capacity: number }
    storeFault?: string
  })[]
  degraded?: string[]
  rateLimits?: { store: string; url?: string; reachable?: boolean; fault?: string }
  upstreams?: { name: string; targets: Node[] }[]
  pipelines?: Flow[]
  certificate?: { state: string; validTo: string }
  config: {
    hash: string
    loadedAt: string
    isBack: boolean
    earlier: { hash: string; loadedAt: string } | null
    reloads: Reload[]
  }
  searches: { running: Search[]; underWay: number; lately: Search[] }
  limitsNearEnd: NearLimit[]
}

export interface Caller {
  owner: string
  key: string | null
  prefix: string | null
  requests: number
  cost: number
  errors: Record<string, number>
}

/** `/auth-metrics`. */
export interface AuthMetrics {
  services: { url: string; text?: string; fault?: string }[]
}

/**
 * How long a page may take, in milliseconds: longer than the gateway waits for a worker; and a
 * reload, which replaces all workers.
 */
const [readMs, actMs] = [15_000, 120_000]

const silent = 'The gateway does not answer. What is shown is from before.'

/** @throws ApiError, or Error when there is no answer. */
async function fetchChecked(path: string, init?: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(init ? actMs : readMs)
  const answer = await fetch(path, { ...init, signal }).catch(() => {
    throw new Error(silent)
  })
  if (answer.ok) return answer
  const { error, meta } = await answer.json()
  const { status } = answer
  throw new ApiError(error.code, error.message, { ...error, ...meta, status })
}

export async function read<Data>(path: string): Promise<Data> {
  return (await fetchChecked(path)).json()
}

/** The metrics of the gateway; undefined where they are switched off. */
export async function readMetrics(): Promise<string | undefined> {
  try {
    return await (await fetchChecked('/metrics')).text()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}

/** Calls the gateway with the secret of the operator. @throws as `read`. */
export async function postWithSecret<Data>(
  path: string,
  secret: string,
  body?: object,
): Promise<Data> {
  const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' }
  const init = { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) }
  return (await fetchChecked(path, init)).json()
}
