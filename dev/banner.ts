import { type Login, passwordOf } from './demo-login.js'
import type { Addresses } from './stack.js'

/** One call of the quick start: a shell line that works when pasted after the lines before it. */
export interface QuickStartLine {
  title: string
  curl: string
}

/**
 * Login, key, search as shell lines without any tool but curl and sed. They are the banner's, the demo's and the
 * README's, so that the three never tell different stories.
 */
export function quickStart(url: string, { email, passwordFile }: Login): QuickStartLine[] {
  const password = passwordFile === undefined ? '$BOOTSTRAP_PASSWORD' : `$(cat ${passwordFile})`
  return [
    {
      title: 'log in',
      curl:
        `TOKEN=$(curl -s ${url}/api/v1/auth/login -H 'content-type: application/json' ` +
        `-d "{\\"email\\":\\"${email}\\",\\"password\\":\\"${password}\\"}" | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')`,
    },
    {
      title: 'mint a key',
      curl:
        `KEY=$(curl -s ${url}/api/v1/api-keys -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' ` +
        `-d '{"name":"first key"}' | sed 's/.*"key":"\\([^"]*\\)".*/\\1/')`,
    },
    {
      title: 'search',
      curl:
        `curl -s ${url}/api/v1/organizations/search -H "x-api-key: $KEY" -H 'content-type: application/json' ` +
        `-d '{"index":"organization-serp*","body":{"query":{"match":{"name":"water"}},"size":2}}'`,
    },
  ]
}

/** The engine as the gateway's /status tells it (docs/api.md, Admin listener). */
export interface EngineStatus {
  kind: 'elasticsearch' | 'embedded'
  nodes: { url: string; healthy: boolean }[]
}

/** What `npm start` prints when everything runs. @param startMs Time since the start, in milliseconds. */
export function banner({ gateway }: Addresses, engine: EngineStatus, login: Login, startMs: number): string {
  const password = login.passwordFile === undefined ? '(BOOTSTRAP_PASSWORD)' : passwordOf(login)
  const kept = login.passwordFile === undefined ? '' : `   (kept in ${login.passwordFile})`
  return [
    '',
    '  Nonprofit Organization Directory API',
    '',
    `  gateway   ${gateway.url}`,
    `  engine    ${engineInWords(engine)}`,
    `  admin     ${gateway.adminUrl}/status   (loopback only)`,
    `  login     ${login.email} / ${password}${kept}`,
    '',
    '  Paste these lines into another terminal, in this folder:',
    '',
    ...quickStart(gateway.url, login).map(({ curl }) => `  ${curl}`),
    '',
    `  or run: npm run demo        ready in ${(startMs / 1000).toFixed(1)} s, Ctrl-C ends it`,
    '',
  ].join('\n')
}

/** One line, so that nobody looks for a mistake in a search when it is the engine that is away. */
function engineInWords({ kind, nodes }: EngineStatus): string {
  if (kind === 'embedded') {
    const content = process.env.ENGINE_SAMPLE === '0' ? 'empty' : 'with sample organizations'
    return `embedded, ${content}: for development only. Set ELASTICSEARCH_URL for a real one.`
  }
  const engine = `Elasticsearch at ${nodes.map(({ url }) => url).join(', ')}`
  const unusable = nodes.filter(({ healthy }) => !healthy).map(({ url }) => url)
  if (unusable.length === 0) return engine
  if (unusable.length < nodes.length) return `${engine}; away, or refusing our credential: ${unusable.join(', ')}`
  return `${engine} is away or refuses our credential: searches are answered with 503 until it serves`
}
