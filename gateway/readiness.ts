import { log } from '../kit/log.js'
import type { Backends } from '../plugins/kit/policy.js'
import { askAuthServices, askEngines } from './backends.js'

/** `/readyz` of the admin listener (docs/api.md, Admin listener). */
export interface Readiness {
  status: 'ready' | 'not ready'
  /** What does not answer, when not ready. */
  reason?: string
  /** What the `authenticate` steps ask; absent when there is none. Several URLs are comma separated. */
  authService?: Reached
  /** What the `search` steps ask; told, not required: a search answers ELASTICSEARCH_UNAVAILABLE while it is away. */
  engine?: Reached
}

/** Backends of one kind. Of an engine one node of several suffices; everything else must serve. */
interface Reached {
  url: string
  reachable: boolean
}

/** An engine that hangs must not hold up the answer: probes of containers wait a second. */
const engineMs = 500

/** Whether requests can be served: the configuration is loaded, and every auth service that its steps ask answers. */
export async function readinessOf(backends: readonly Backends[]): Promise<Readiness> {
  const [authServices, engines] = await Promise.all([askAuthServices(backends), askEngines(backends, engineMs)])
  const away = authServices.filter(({ fault }) => fault !== undefined)
  const nodes = engines.flat()
  return {
    status: away.length === 0 ? 'ready' : 'not ready',
    ...(away.length > 0 && {
      reason: away.map(({ url, fault }) => `the auth service at ${url} ${fault}`).join('; '),
    }),
    ...(authServices.length > 0 && { authService: { url: urlsOf(authServices), reachable: away.length === 0 } }),
    ...(nodes.length > 0 && {
      engine: { url: urlsOf(nodes), reachable: engines.every((all) => all.some(({ fault }) => fault === undefined)) },
    }),
  }
}

/** Warns of every node that does not serve at the start: it may come later, so it stops nothing. */
export async function warnOfEngine(backends: readonly Backends[]): Promise<void> {
  const nodes = (await askEngines(backends)).flat()
  for (const { url, fault } of nodes) {
    if (fault !== undefined) log.warn({ node: url, fault }, `the engine's node at ${url} ${fault}`)
  }
}

function urlsOf(asked: readonly { url: string }[]): string {
  return [...new Set(asked.map(({ url }) => url))].join(', ')
}
