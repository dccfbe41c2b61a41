import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { amount } from './amount.js'
import { attackNames } from './attacks.js'
import { callerAt } from './call.js'
import { computeElsewhere } from './elsewhere.js'
import { atMost } from './goals.js'
import { median, percentile } from './latencies.js'
import { type Measured, outcomesText, pace } from './pace.js'
import { descendants, type Load, loadOf } from './process-load.js'
import { logIn, makeUsers, mintKey, noProxy, startStack } from './running.js'
import { everydaySearch } from './searches.js'

/**
 * What good callers notice of hostile clients: the whole product with the shipped YAML before an
 * engine that costs nothing; next to each attack (bench/attacks.ts), and before and after it, two
 * callers at an even rate, open loop: searches with a key, and calls without a credential. Prints
 * their times, and the memory and open files of the gateway's process. Attackers share the cores
 * with all that is measured, though they compute only when nothing else would. What of it is the
 * machine's doing shows when the same attack is made on a process that does nothing with it
 * ("sink"); that is no part of any goal.
 *
 * `npm run build && node dist/bench/hostile.js` (Linux). SCALE (10: ten times the size in which
 * each attack was first seen), RATE (50 a second of each caller), SECONDS (10: before, after, on
 * the sink, and during a short attack, which is made again and again as long), ROUNDS (3 of each
 * attack: their median counts), ATTACK (the beginning of a name: those alone).
 */

const [scale, rate, seconds] = [amount('SCALE', 10), amount('RATE', 50), amount('SECONDS', 10)]
const rounds = amount('ROUNDS', 3)
const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Who searches with a key, and who calls without one; attacks come from 127.0.0.1. */
const [searcher, stranger] = [callerAt('127.0.0.2'), callerAt('127.0.0.3')]

const search = (url: string, key: string) =>
  searcher(`${url}/api/v1/organizations/search`, { credential: key, body: everydaySearch })

/** Both callers, for this many seconds or until something has ended. */
function goodCallers(url: string, key: string, length: number): Promise<[Measured, Measured]> {
  const refresh = () => stranger(`${url}/api/v1/auth/refresh`, { body: { refreshToken: 'x' } })
  const outcome = async (answer: Promise<{ outcome: string }>) => (await answer).outcome
  return Promise.all([
    pace(rate, length, () => outcome(search(url, key))),
    pace(rate, length, () => outcome(refresh())),
  ])
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
    const attack = attackOn(url, name, attacker)
    const parts: [Measured, Measured][] = []
    while (!attack.isOver) parts.push(await goodCallers(url, key, 2))
    const during = joined(parts)
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
  const onSink = attackOn(sinkUrl, name, attacker)
  row('sink', await goodCallers(url, key, seconds))
  onSink.child.kill()
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
function attackOn(url: string, name: string, attacker: string) {
  const child = fork(path('./attacks.js'), [name, url, attacker, String(scale), String(seconds)])
  computeElsewhere(child.pid!) // from its first instruction on
  const attack = { child, came: 'nothing', isOver: false }
  child.once('message', (report: string) => {
    attack.came = report
  })
  child.once('exit', () => {
    attack.isOver = true
  })
  return attack
}

function joined(parts: [Measured, Measured][]): [Measured, Measured] {
  const one = (which: 0 | 1): Measured => {
    const outcomes = new Map<string, number>()
    for (const part of parts)
      for (const [outcome, times] of part[which].outcomes)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + times)
    const all = (times: 'latenciesMs' | 'lateMs') => parts.flatMap((part) => part[which][times])
    return { outcomes, latenciesMs: all('latenciesMs'), lateMs: all('lateMs') }
  }
  return [one(0), one(1)]
}

/**
 * As many searches as can be answered, for ten seconds: the heap of a process that has just begun
 * grows with whatever it does first, and an attack would seem to keep what any work takes.
 */
async function workOut(url: string, key: string): Promise<void> {
  const until = performance.now() + 10_000
  const caller = async () => {
    while (performance.now() < until) await search(url, key)
  }
  await Promise.all(Array.from({ length: 16 }, caller))
}

const engine = fork(path('./large-engine.js'))
const sink = fork(path('./sink.js'))
const urlOf = async (child: ChildProcess) => String((await once(child, 'message'))[0])
const [engineUrl, sinkUrl] = await Promise.all([urlOf(engine), urlOf(sink)])
const stack = await startStack({
  ELASTICSEARCH_URL: engineUrl,
  LOG_LEVEL: 'warn',
  TRUSTED_PROXIES: noProxy,
})
try {
  const { gateway, auth } = stack.addresses
  const { pid } = descendants(process.pid).find(({ name }) => name === 'the gateway')!
  const keys: string[] = []
  for (const user of await makeUsers(auth, stack.secrets.operator, [
    'good@example.org',
    'hostile@example.org',
  ]))
    keys.push((await mintKey(gateway.url, await logIn(gateway.url, user))).key)
  await workOut(gateway.url, keys[0]!)
  console.log(
    `node ${process.version}, attacks at ${scale} × their first size, each caller ${rate} calls/s`,
  )
  for (const name of attackNames) {
    if (name.startsWith(process.env.ATTACK ?? ''))
      await measure(name, pid, gateway.url, keys as [string, string])
  }
} finally {
  engine.disconnect()
  sink.disconnect()
  await stack.stop()
}
process.exit(0) // kept connections
