import type { Health } from '../../kit/api/internal-answers.js'
import { internalCalls } from '../../kit/api/internal-api.js'
import { distinctByJson } from '../../kit/config/objects.js'
import { type Access, toAuthorization } from '../../kit/elasticsearch/access.js'
import { documentsHeader } from '../../kit/elasticsearch/embedded-engine.js'
import { call, type ProbeAnswer, type ProbeOptions } from '../../kit/http/probe.js'
import type { AuthServiceBackend, Backends } from '../../plugins/kit/policy.js'
import { isUnavailable } from '../../plugins/kit/target-pool.js'

/** A probed backend. */
export interface NodeHealth {
  /** Without credentials. */
  url: string
  /** Why it does not serve us; absent when it does. */
  fault?: string
}

/** A probed node of an engine. */
export interface EngineNodeHealth extends NodeHealth {
  isEmbedded: boolean
  /** Number of documents in the embedded engine's largest index. */
  documents: number
}

/** What an auth service says of its store and its clock. */
export interface AuthServiceReport extends Pick<Health, 'store' | 'storeFault'> {
  /** How far its clock is ahead of ours, in seconds: no more exact than the answer was fast. */
  clockSkewSeconds?: number
}

/** A probed auth service. */
export interface AuthServiceHealth extends NodeHealth {
  reported?: AuthServiceReport
}

/**
 * How long a backend may take to answer, in milliseconds: container probes wait a second, and
 * operators look when something hangs.
 */
export const promptMs = 500

/** The same at a start and in a check, where nobody waits. */
export const patientMs = 2000

/**
 * Probes every node of every engine that the steps search, with the steps' own credentials, all at
 * once.
 * @returns the nodes of each engine; steps that search the same one with the same credential count
 * once.
 */
export function probeEngines(
  backends: readonly Backends[],
  timeoutMs: number,
): Promise<EngineNodeHealth[][]> {
  const engines = backends.flatMap(({ engine }) => (engine ? [engine] : []))
  return Promise.all(
    distinctByJson(engines).map((engine) => {
      const options = { timeoutMs, ...toProbeOptions(engine) }
      return Promise.all(
        engine.nodes.map(async (url) => toEngineNode(url, await probe(`${url}/`, options))),
      )
    }),
  )
}

/**
 * The auth service of some steps: the probed addresses, and whether known credentials are accepted.
 */
export interface AuthServicesHealth {
  nodes: AuthServiceHealth[]
  acceptsKnown: boolean
}

/**
 * Probes every address of every auth service that the steps use, all at once; steps with the same
 * addresses count once.
 */
export async function probeAuthServices(
  backends: readonly Backends[],
): Promise<AuthServicesHealth[]> {
  const groups = new Map<string, AuthServiceBackend[]>()
  for (const { authService } of backends) {
    if (!authService) continue
    const key = authService.urls.join()
    groups.set(key, [...(groups.get(key) ?? []), authService])
  }
  return Promise.all(
    [...groups.values()].map(async (all) => ({
      nodes: await Promise.all(all[0]!.urls.map(probeAuthService)),
      acceptsKnown: all.every((one) => one.acceptsKnown()), // after the probes, so that it is current
    })),
  )
}

async function probeAuthService(url: string): Promise<AuthServiceHealth> {
  const answer = await probe(`${url}${internalCalls.health.path}`, {
    timeoutMs: promptMs,
    withBody: true,
  })
  if (typeof answer === 'string') return { url, fault: answer }
  if (answer.status !== 200) return { url, fault: `answers ${answer.status}` }
  return { url, reported: parseReport(answer.body) }
}

/** The metrics of an auth service, as it shows them to Prometheus. */
export interface AuthMetrics extends NodeHealth {
  /** Absent with a fault. */
  text?: string
}

/** Reads the metrics of every auth service that the steps use, all at once. */
export function readAuthMetrics(backends: readonly Backends[]): Promise<AuthMetrics[]> {
  const urls = backends.flatMap(({ authService }) => authService?.urls ?? [])
  return Promise.all(
    [...new Set(urls)].map(async (url) => {
      const answer = await probe(`${url}/metrics`, { timeoutMs: promptMs, withBody: true })
      if (typeof answer === 'string') return { url, fault: answer }
      const { status, body: text } = answer
      return status === 200 ? { url, text } : { url, fault: `answers ${status}` }
    }),
  )
}

/**
 * Probes addresses of services behind `upstream` steps, all at once, as those steps check whether
 * an unavailable target is back: by `HEAD /` behind its path. Any answer will do that does not say
 * it is unavailable.
 * @param urls Without credentials.
 */
export function probeServices(urls: readonly string[]): Promise<NodeHealth[]> {
  return Promise.all(
    urls.map(async (url) => {
      const answer = await probe(`${url.replace(/\/$/, '')}/`, {
        timeoutMs: promptMs,
        method: 'HEAD',
      })
      if (typeof answer === 'string') return { url, fault: answer }
      return { url, ...(isUnavailable(answer.status) && { fault: `answers ${answer.status}` }) }
    }),
  )
}

/** What the health page of an auth service reports besides its state; nothing if it is no JSON. */
function parseReport(body: string): AuthServiceReport {
  try {
    const { now, store, storeFault } = JSON.parse(body).data
    const { records, capacity } = store ?? {}
    return {
      ...(typeof records === 'number' &&
        typeof capacity === 'number' && { store: { records, capacity } }),
      ...(typeof now === 'number' && { clockSkewSeconds: (now - Date.now()) / 1000 }),
      ...(typeof storeFault === 'string' && { storeFault }),
    }
  } catch {
    return {}
  }
}

/** The credential and the CA of an engine. */
function toProbeOptions(engine: Access): Pick<ProbeOptions, 'headers' | 'ca'> {
  const authorization = toAuthorization(engine)
  return {
    ...(authorization !== undefined && { headers: { authorization } }),
    ...(engine.ca !== undefined && { ca: engine.ca }),
  }
}

function toEngineNode(url: string, answer: ProbeAnswer | string): EngineNodeHealth {
  const fault = findFault(answer)
  const headers: ProbeAnswer['headers'] = typeof answer === 'string' ? {} : answer.headers
  const isEmbedded = headers['x-directory-engine'] === 'embedded'
  const documents = Number(headers[documentsHeader] ?? 0)
  return { url, isEmbedded, documents, ...(fault !== undefined && { fault }) }
}

/**
 * Why it is no node that serves us. A credential with search rights only may not read `/` (403),
 * and a node without that page answers 405; but a node that does not know the credential (401)
 * serves no search.
 */
function findFault(answer: ProbeAnswer | string): string | undefined {
  if (typeof answer === 'string') return answer
  if (answer.headers['x-elastic-product'] !== 'Elasticsearch') return 'is no Elasticsearch'
  if (answer.status === 401) return 'does not accept the credential'
  return answer.status < 500 ? undefined : `answers ${answer.status}`
}

/** The answer of an address, or its fault. */
function probe(url: string, options: ProbeOptions): Promise<ProbeAnswer | string> {
  return call(url, options).catch(explainSilence)
}

/** Faults that the operator can mend, by the codes that Node gives them. */
const named: readonly (readonly [code: RegExp, fault: string])[] = [
  [/^CERT_HAS_EXPIRED$/, 'has a certificate that is expired'],
  [/^CERT_NOT_YET_VALID$/, 'has a certificate that is not valid yet'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'has a certificate for another name'],
  [/CERT|ISSUER|SIGNATURE/, 'has a certificate that no known CA has signed'],
  [/^EPROTO$|^ERR_SSL_/, 'does not speak TLS'],
  [/^ENOTFOUND$|^EAI_AGAIN$/, 'has a host name that leads to no address'],
]

/** The fault of an address that takes too long: whoever serves it hangs. */
export const hangs = 'does not answer in time'

/** Why an address gave no answer, after its URL in a sentence. @param error Of the request. */
function explainSilence(error: Error): string {
  const { code = '' } = error as NodeJS.ErrnoException
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return hangs
  const [, fault] = named.find(([form]) => form.test(code)) ?? []
  return fault === undefined ? 'does not answer' : `${fault} (${code})`
}
