import { amount } from '../amount.js'
import { callerAt } from '../call.js'
import { computeElsewhere, startChild } from '../child.js'
import { joined, type Measured, outcomesText, pace, saturate } from '../pace.js'
import { descendants, type Load, loadOf } from '../process-load.js'
import { atMost, median, percentile } from '../report.js'
import { makeKeys, noProxy, startStack } from '../running.js'
import { everydaySearch, searchPath } from '../searches.js'
import { attackNames } from './attacks.js'

/**
 * What good callers notice of hostile clients: the whole product with the shipped YAML before an
 * engine that costs nothing; next to each attack (bench/chaos/attacks.ts), and before and after it,
 * two callers at an even rate, open loop: searches with a key, and calls without a credential.
 * Prints their times, and the memory and open files of the gateway's process. Attackers share the
 * cores with all that is measured, though they compute only when nothing else would.
 *
 * SCALE (10: ten times the size in which each attack was first seen), RATE (50 a second of each
 * caller), SECONDS (10: before, after, and during a short attack, which is made again and again as
 * long), ROUNDS (3 of each attack: their median counts), ATTACK (the beginning of a name: those
 * alone).
 */

const [scale, rate, seconds] = [amount('SCALE', 10), amount('RATE', 50), amount('SECONDS', 10)]
const rounds = amount('ROUNDS', 3)
/** Who searches with a key, and who calls without one; attacks come from 127.0.0.1. */
const [searcher, stranger] = [callerAt('127.0.0.2'), callerAt('127.0.0.3')]

const search = async (url: string, key: string) =>
  (await searcher(url + searchPath, { credential: key, body: everydaySearch })).outcome

/** Both callers, for this many seconds or until something has ended. */
function goodCallers(url: string, key: string, length: number): Promise<[Measured, Measured]> {
  const refresh = async () =>
    (await stranger(`${url}/api/v1/auth/refresh`, { body: { refreshToken: 'x' } })).outcome
  return Promise.all([pace(rate, length, () => search(url, key)), pace(rate, length, refresh)])
}

function row(label: string, [searches, others]: [Measured, Measured]): void {
  const at = ({ latenciesMs }: Measured, share: number) =>
    percentile(latenciesMs, share).toFixed(1).padStart(8)
  const times = [searches, others].map(
    (series) => `${at(series, 0.5)} ${at(series, 0.99)} ${at(series, 1)}`,
  )
  console.log(
    `  ${label.padEnd(7)} ${times.join('   ')}   ${outcomesText(searches.outcomes)} | ` +
      `${outcomesText(others.outcomes)}`,
  )
}

/**
 * One attack, made some times, with the callers next to it until it is over; each is compared with
 * the quiet time before it, or with that before the first where that was quicker.
 */
async function measure(
  name: string,
  pid: number,
  url: string,
  [key, attacker]: [string, string],
): Promise<void> {
  console.log(
    `${name}\n           search: p50, p99, max ms     no credential              outcomes`,
  )
  let before = await goodCallers(url, key, seconds)
  row('base', before)
  const first = before
  // what an attack has left slow is no base for the next one
  const quiet = (who: 0 | 1) => Math.min(p99(first[who]), p99(before[who]))
  const base = loadOf(pid)
  const peak = { ...base }
  const sampling = setInterval(() => {
    const { memory, files } = loadOf(pid)
    peak.memory = Math.max(peak.memory, memory)
    peak.files = Math.max(peak.files, files)
  }, 100)
  const times = goals.map((): number[] => [])
  let [came, after] = ['', base]
  for (let round = 0; round < rounds; round++) {
    const attack = await attackOn(url, name, attacker)
    const parts: [Measured, Measured][] = []
    while (!attack.isOver) parts.push(await goodCallers(url, key, 2))
    const during: [Measured, Measured] = [
      joined(parts.map(([searches]) => searches)),
      joined(parts.map(([, others]) => others)),
    ]
    row('during', during)
    const later = await goodCallers(url, key, seconds)
    row('after', later)
    for (const [i, { who, when }] of goals.entries())
      times[i]!.push(p99({ during, after: later }[when][who]) / quiet(who))
    came = attack.came
    if (round === 0) after = loadOf(pid)
    before = later
  }
  clearInterval(sampling)
  const change = (load: keyof Load) =>
    `${base[load]}, at most ${peak[load]}, after ${seconds} s ${after[load]}`
  console.log(`  ${came}; memory MB ${change('memory')}; open files ${change('files')}`)
  for (const [i, { whose, when }] of goals.entries()) {
    const all = times[i]!.map((one) => one.toFixed(2)).join(', ')
    atMost(
      `${name}: p99 of good ${whose} ${when} it, times the base, median of ${all}`,
      median(times[i]!),
      5,
    )
  }
  atMost(
    `${name}: memory ${seconds} s after it over that before`,
    after.memory - base.memory,
    64,
    'MB',
  )
}

const goals = (['during', 'after'] as const).flatMap((when) => [
  { when, who: 0, whose: 'searches' } as const,
  { when, who: 1, whose: 'calls without a credential' } as const,
])

const p99 = ({ latenciesMs }: Measured) => percentile(latenciesMs, 0.99)

/** Begins an attack, in a process of its own. */
async function attackOn(url: string, name: string, attacker: string) {
  const args = [name, url, attacker, String(scale), String(seconds)]
  const { process: child, pid } = await startChild('./chaos/attacks.js', { args })
  computeElsewhere(pid)
  const attack = { came: 'nothing', isOver: false }
  child.once('message', (report: string) => {
    attack.came = report
  })
  child.once('exit', () => {
    attack.isOver = true
  })
  return attack
}

const engine = await startChild('./engine.js')
const stack = await startStack({
  ELASTICSEARCH_URL: engine.url,
  LOG_LEVEL: 'warn',
  TRUSTED_PROXIES: noProxy,
})
try {
  const { url } = stack.addresses.gateway
  const { pid } = descendants(process.pid).find(({ name }) => name === 'the gateway')!
  const keys = await makeKeys(stack, ['good@example.org', 'hostile@example.org'])
  // the heap of a process that has just begun grows with whatever it does first: an attack would
  // seem to keep what any work takes
  await saturate(16, { seconds: 10 }, () => search(url, keys[0]!))
  console.log(`attacks at ${scale} × their first size, each caller ${rate} calls/s`)
  for (const name of attackNames) {
    if (name.startsWith(process.env.ATTACK ?? ''))
      await measure(name, pid, url, keys as [string, string])
  }
} finally {
  engine.process.disconnect()
  await stack.stop()
}
process.exit(0) // kept connections
