import { request } from 'undici'
import { cpuTime } from '../process-load.js'
import { median, percentile } from '../report.js'
import { api } from './questions.js'

export const columns = [
  ...['Questions', 'first, ms', 'p50, ms', 'p99, ms', 'engine, CPU ms', 'gateway, CPU ms'],
  ...['X-Query-Cost', 'failed'],
]

/**
 * Asks questions one after the other: each once, then in turn again.
 * @param pids Processes whose CPU time is counted, of the further calls. @returns the columns.
 */
export async function askAll(
  urls: readonly string[],
  calls: number,
  pids: readonly number[],
): Promise<string[]> {
  const first = await inTurn(urls, urls.length)
  const before = pids.map(cpuTime)
  const again = await inTurn(urls, calls)
  const used = pids.map((pid, i) => (cpuTime(pid) - before[i]!) / 1000 / calls)
  const times = again.map(({ ms }) => ms)
  const figures = [
    ...[median(first.map(({ ms }) => ms)), median(times), percentile(times, 0.99), ...used],
    ...[median(again.map(({ cost }) => cost)), [...first, ...again].filter(isBad).length],
  ]
  return figures.map((value) => value.toFixed(0))
}

const isBad = ({ status }: { status: number }) => status !== 200

async function inTurn(urls: readonly string[], calls: number) {
  const asked: { ms: number; cost: number; status: number }[] = []
  for (let i = 0; i < calls; i++) {
    const url = urls[i % urls.length]!
    const sentAt = performance.now()
    const accept = url.includes(api) ? 'application/json' : 'text/html'
    const { statusCode: status, headers, body } = await request(url, { headers: { accept } })
    await body.dump()
    const cost = Number(headers['x-query-cost'] ?? 0)
    asked.push({ ms: performance.now() - sentAt, cost, status })
  }
  return asked
}
