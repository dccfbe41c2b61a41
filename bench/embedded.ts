import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { call } from './call.js'
import { cpuTime } from './cpu-time.js'
import { descendants, loadOf } from './process-load.js'
import { logIn, mintKey, type Running, type StackAddresses, startStack } from './running.js'

/**
 * The embedded engine with many organizations: the first search of each kind after a load, and
 * after a restart. `npm run build && node dist/bench/embedded.js FILE...`, of what `npm run load`
 * takes; with NODE_OPTIONS=--max-old-space-size=1024 in a heap of 1 GB.
 */

const files = process.argv.slice(2)
if (files.length === 0) throw new Error('name the files to load')

const near = { geo_distance: { distance: '50km', location: { lat: 41.82, lon: -71.41 } } }
const kinds: Record<string, object> = {
  'full text': { query: { match: { name: 'community health center' } } },
  stems: { query: { match: { 'name.stem': 'churches' } } },
  typo: { query: { match: { name: { query: 'fundation', fuzziness: 'AUTO' } } } },
  autocomplete: { query: { match: { 'name.prefix': 'provid' } } },
  aggregation: {
    size: 0,
    query: { match_all: {} },
    aggs: { regions: { terms: { field: 'region' }, aggs: { sum: { sum: { field: 'revenue' } } } } },
  },
  geo: { query: { bool: { filter: near } } },
  sort: { query: { match_all: {} }, sort: [{ 'name.keyword': 'asc' }] },
  wildcard: { query: { wildcard: { 'name.keyword': '*HEALTH*' } } },
}
const indexOf = (kind: string) => (kind === 'geo' ? 'map-serp' : 'organization-entity')

const dataDir = mkdtempSync(join(tmpdir(), 'directory-embedded-'))
const account = { email: 'bench@example.org', password: 'copper lantern meadow' }
const settings = {
  DATA_DIR: dataDir,
  BOOTSTRAP_EMAIL: account.email,
  BOOTSTRAP_PASSWORD: account.password,
  NODE_OPTIONS: process.env.NODE_OPTIONS,
}
try {
  await withStack('after the load', (stack) => {
    const loader = fileURLToPath(new URL('../loader/main.js', import.meta.url))
    const { engine } = stack.addresses as StackAddresses & { engine: { url: string } }
    const startedAt = performance.now()
    const { status } = spawnSync(process.execPath, [loader, ...files, '--to', engine.url], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    console.log(`load: exit code ${status} after ${seconds(startedAt)} s`)
  })
  await withStack('after a restart', () => undefined)
} finally {
  rmSync(dataDir, { recursive: true })
}

async function withStack(
  when: string,
  prepare: (stack: Running<StackAddresses>) => void,
): Promise<void> {
  const startedAt = performance.now()
  const stack = await startStack(settings)
  console.log(`start: ${seconds(startedAt)} s`)
  try {
    prepare(stack)
    const { url } = stack.addresses.gateway
    const { key } = await mintKey(url, await logIn(url, account))
    const { pid } = descendants(stack.pid).find(({ name }) => name === 'the engine')!
    const first = async (kind: string, path: string, body?: object) => {
      const [askedAt, cpuBefore] = [performance.now(), cpuTime(pid)]
      const options = { credential: key, ...(body ? { body } : { method: 'GET' as const }) }
      const { outcome } = await call(`${url}/api/v1/organizations${path}`, options)
      const cpu = ((cpuTime(pid) - cpuBefore) / 1e6).toFixed(2)
      const after = `${seconds(askedAt)} s, ${cpu} s of the engine's CPU`
      console.log(`${when}: first ${kind}: ${outcome} after ${after}`)
    }
    for (const [kind, body] of Object.entries(kinds))
      await first(kind, '/search', { index: indexOf(kind), body })
    await first('suggestion', '/suggest?q=provid')
    console.log(`engine: ${loadOf(pid).memory} MB, ${(cpuTime(pid) / 1e6).toFixed(1)} s of CPU`)
  } finally {
    for (const line of stack.output().split('\n'))
      if (/^(the engine|embedded)/.test(line)) console.log(`  ${line}`)
    await stack.stop()
  }
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(2)
}
