import { once } from 'node:events'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { type Login, readPassword } from './demo-login.js'
import { quickStart } from './quick-start.js'
import type { Addresses, EngineAddress } from './stack.js'

/** The engine as the gateway's /status reports it (docs/admin-listener.md). */
export interface EngineStatus {
  kind: 'elasticsearch' | 'embedded'
  nodes: { url: string; healthy: boolean }[]
}

/** What the banner shows besides addresses. */
interface BannerFacts {
  /** Undefined where no worker has told it in time. */
  engine: EngineStatus | undefined
  pages: Pages
  login: Login
  /** Time since the start, in milliseconds. */
  startMs: number
  /** Whether `h` shows it again. */
  isRepeatable: boolean
}

/** What `npm start` prints when everything runs. */
export function banner(
  { gateway, engine: embedded }: Addresses,
  { engine, pages, login, startMs, isRepeatable }: BannerFacts,
): string {
  const password = login.passwordFile === undefined ? '(BOOTSTRAP_PASSWORD)' : readPassword(login)
  const kept = login.passwordFile === undefined ? '' : `   (kept in ${login.passwordFile})`
  return [
    '',
    '  Nonprofit Organization Directory API',
    '',
    `  gateway   ${gateway.url}`,
    ...(pages.docs ? [`  docs      ${gateway.url}${pages.docs}`] : []),
    ...(pages.try ? [`  try       ${gateway.url}${pages.try}`] : []),
    ...(pages.account ? [`  account   ${gateway.url}${pages.account}`] : []),
    `  engine    ${embedded ? embeddedInWords(embedded) : engineInWords(engine)}`,
    `  operators ${gateway.adminUrl}/   (loopback only)`,
    `  login     ${login.email} / ${password}${kept}`,
    '',
    '  Paste these lines into another terminal, in this folder:',
    '',
    ...quickStart(gateway.url).map((line) => `  ${line}`),
    '',
    `  or run: npm run demo        ready in ${(startMs / 1000).toFixed(1)} s, Ctrl-C ends it`,
    ...(isRepeatable ? ['  h and Enter show this again'] : []),
    '',
  ].join('\n')
}

function embeddedInWords({ holds }: EngineAddress): string {
  return `embedded, for development only: ${holds}. Set ELASTICSEARCH_URL for a real one.`
}

/**
 * One line, so that callers do not look for a mistake in a search when the engine is unavailable.
 */
function engineInWords(engine: EngineStatus | undefined): string {
  if (!engine) return 'did not answer in time: see the status below'
  const { kind, nodes } = engine
  if (kind === 'embedded')
    return `embedded, at ${nodes.map(({ url }) => url).join(', ')}: for development only`
  if (nodes.length === 0) return 'none: no pipeline searches'
  const all = `Elasticsearch at ${nodes.map(({ url }) => url).join(', ')}`
  const unusable = nodes.filter(({ healthy }) => !healthy).map(({ url }) => url)
  if (unusable.length === 0) return all
  if (unusable.length < nodes.length)
    return `${all}; unavailable, or refusing our credential: ${unusable.join(', ')}`
  return `${all} is unavailable or refuses our credential: searches fail with 503 meanwhile`
}

/** Paths of the pages for people; absent where the operator has switched them off. */

export interface Pages {
  docs?: string
  try?: string
  account?: string
}
/**
 * The pages that the gateway itself lists at `/`; none when something else answers there. Its
 * certificate is not looked at: it was started by us a moment ago.
 */

export async function fetchPages(url: string): Promise<Pages> {
  const get = url.startsWith('https:') ? (await import('node:https')).get : getPlain
  const signal = AbortSignal.timeout(2000)
  try {
    const asked = get(url, {
      headers: { accept: 'application/json' },
      rejectUnauthorized: false,
      signal,
    })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const told = (await json(answer)) as { data?: { pages?: Pages } }
    return told.data?.pages ?? {}
  } catch {
    return {}
  }
}
