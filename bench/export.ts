import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { beginExport } from '../test/support/exports.js'
import { amount } from './amount.js'
import { call, mustCall } from './call.js'
import { type ReadExport, readExport } from './export-reader.js'
import { atLeast, atMost, expectNone } from './goals.js'
import { percentile, spread } from './latencies.js'
import { count, outcomesText, pace } from './pace.js'
import { descendants, loadOf } from './process-load.js'
import { logIn, makeUsers, mintKey, startStack } from './running.js'
import { everydaySearch } from './searches.js'

/**
 * Exports of all organizations, next to the searches of another owner at an even rate: rows a
 * second, rows missing and doubled, memory of the gateway, and the searches' times and totals. Then
 * one export that breaks at 20 points, and one whose client reads 1 KB a second. With files,
 * exports also run while the loader replaces all organizations by those of the files, again and
 * again, and each is compared with the first; the files should be those that the node was filled
 * with. `ELASTICSEARCH_URL=… node dist/bench/export.js [FILE...]` after a build, on a node that
 * `npm run load` has filled and nothing else uses (Linux). RATE (10 a second), SECONDS (60: of the
 * searches alone).
 */

const { ELASTICSEARCH_URL } = process.env
if (!ELASTICSEARCH_URL) throw new Error('ELASTICSEARCH_URL must name a filled Elasticsearch')
const files = process.argv.slice(2)
const [rate, seconds] = [amount('RATE', 10), amount('SECONDS', 60)]
const index = 'organization-entity'

interface Found {
  total: number
}

const all = { index, body: { query: { match_all: {} } } }
const stack = await startStack({ ELASTICSEARCH_URL, WORKERS: '1', LOG_LEVEL: 'warn' })
try {
  const { gateway, auth } = stack.addresses
  const emails = ['exporter@example.org', 'searcher@example.org']
  const users = await makeUsers(auth, stack.secrets.operator, emails)
  const [key, searchKey] = (await Promise.all(
    users.map(async (user) => (await mintKey(gateway.url, await logIn(gateway.url, user))).key),
  )) as [string, string]
  const searchUrl = `${gateway.url}/api/v1/organizations/search`
  const { total } = await mustCall<Found>(searchUrl, { credential: searchKey, body: all })
  const { pid } = descendants(stack.pid).find(({ name }) => name === 'the gateway')!

  /** A search for a word, or for all, whose total must be one of the two states. */
  const search = async (i: number) => {
    const body = i % 2 === 0 ? everydaySearch : all
    const { outcome, data } = await call<Found>(searchUrl, { credential: searchKey, body })
    return i % 2 === 0 || outcome !== '200' ? outcome : `200, ${data.total} in all`
  }

  /** Searches while something else runs, at least for as long as `pace` takes. */
  async function searchesDuring<T>(what: string, other: Promise<T>): Promise<[T, number]> {
    const [times, outcomes] = [[] as number[], new Map<string, number>()]
    let isOver = false
    const over = other.finally(() => {
      isOver = true
    })
    over.catch(() => undefined)
    while (!isOver) {
      const measured = await pace(rate, 2, search)
      times.push(...measured.latenciesMs)
      for (const [outcome, n] of measured.outcomes)
        for (let i = 0; i < n; i++) count(outcomes, outcome)
    }
    console.log(`searches ${what}: ${spread(times)}; ${outcomesText(outcomes)}`)
    return [await over, percentile(times, 0.99)]
  }

  /** An export with searches; reports what the goals are about. */
  async function exported(what: string, baseP99: number, of: Promise<ReadExport>) {
    const before = loadOf(pid).memory
    const looks: number[] = []
    const looking = setInterval(() => looks.push(loadOf(pid).memory), 500)
    const [read, p99] = await searchesDuring(what, of)
    clearInterval(looking)
    const [first, second] = [looks.slice(0, looks.length / 2), looks.slice(looks.length / 2)]
    console.log(
      `${what}: ${read.rows} rows, ${read.bytes} bytes, hash ${read.hash}, ` +
        `${read.seconds.toFixed(1)} s, resumed ${read.resumed} times; gateway ${before} MB before, ` +
        `at most ${Math.max(...first)} and ${Math.max(...second)} MB in its halves`,
    )
    expectNone(`${what}: rows missing`, total - read.rows)
    expectNone(`${what}: rows doubled`, read.doubled)
    atLeast(`${what}: rows a second`, read.rows / read.seconds, 10_000)
    atMost(`${what}: memory of the gateway grows by`, Math.max(...looks) - before, 30, 'MB')
    atMost(`${what}: p99 of searches`, p99 / baseP99, 1.5, 'times the base')
    return read
  }
  const whole = (breakAfter?: number) =>
    readExport(gateway.url, key, { index, ...(breakAfter && { breakAfter }) })

  await pace(rate, 15, search) // code is compiled, caches are filled
  const [, alone] = await searchesDuring('alone', wait(seconds * 1000))
  const first = await exported('an export', alone, whole())
  const broken = await exported('a broken export', alone, whole(first.bytes / 21))
  expectNone('a broken export: other bytes', broken.hash === first.hash ? 0 : 1)
  await slowReader()
  if (files.length > 0) await whileReplacing()

  /** How long the engine keeps the point in time of a client that reads 1 KB a second. */
  async function slowReader(): Promise<void> {
    const res = await beginExport(gateway.url, key, { query: { index } })
    const startedAt = performance.now()
    const since = () => ((performance.now() - startedAt) / 1000).toFixed(0)
    res.once('close', () => console.log(`a slow reader: its connection ended after ${since()} s`))
    res.on('error', () => undefined)
    let mostOpen = 0
    for (let open = 1; open > 0; mostOpen = Math.max(mostOpen, open)) {
      res.read(1024)
      await wait(1000)
      open = await openContexts()
    }
    const what = `a slow reader: points in time (${mostOpen} at most) are gone after`
    atMost(what, Number(since()), 90, 's')
    res.destroy()
  }

  async function openContexts(): Promise<number> {
    const answer = await fetch(`${ELASTICSEARCH_URL}/_nodes/stats/indices/search`)
    type Node = { indices: { search: { open_contexts: number } } }
    const { nodes } = (await answer.json()) as { nodes: Record<string, Node> }
    return Object.values(nodes).reduce((sum, node) => sum + node.indices.search.open_contexts, 0)
  }

  async function whileReplacing(): Promise<void> {
    const loader = fileURLToPath(new URL('../loader/main.js', import.meta.url))
    const args = [loader, '--to', ELASTICSEARCH_URL!, '--replace', ...files]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    let isLoading = true
    const ended = new Promise((resolve) => child.once('exit', resolve))
    void ended.then(() => {
      isLoading = false
    })
    const [, base] = await searchesDuring('next to a load', wait(seconds * 1000))
    while (isLoading) {
      const { hash } = await exported('an export next to a load', base, whole())
      expectNone('an export next to a load: other bytes', hash === first.hash ? 0 : 1)
    }
    console.log(`the load: exit code ${await ended}`)
  }
} finally {
  await stack.stop()
}
process.exit(0) // kept connections
