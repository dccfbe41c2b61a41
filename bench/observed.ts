import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { call, mustCall } from './call.js'
import { median, percentile } from './latencies.js'
import { logIn, mintKey, startAuthService, startEngine, startGateway } from './running.js'
import { everydaySearch } from './searches.js'

/**
 * What metrics and log lines cost a request: gateways with both, either and none of them, in front of one engine and one auth
 * service, asked in turns, so that a busy machine slows all of them. Time is the gateway's own CPU time (Linux).
 * `node dist/bench/observed.js [rounds]` after a build.
 */

const rounds = Number(process.argv[2] ?? 101)
/** Rounds that only warm up: what a gateway compiles meanwhile is no cost of a request. */
const warmUp = 30
const perRound = 100
const atOnce = 8
/** By then the lines of a round are written. */
const settledMs = 70
const goal = 5

const sides = {
  neither: { METRICS: 'off', ACCESS_LOG: 'off' },
  metrics: { METRICS: 'on', ACCESS_LOG: 'off' },
  log: { METRICS: 'off', ACCESS_LOG: 'on' },
  both: { METRICS: 'on', ACCESS_LOG: 'on' },
}
type Side = keyof typeof sides
const names = Object.keys(sides) as Side[]

const auth = await startAuthService()
const engine = await startEngine()
const shared = {
  AUTH_SERVICE_URL: auth.addresses.url,
  AUTH_INTERNAL_URL: auth.addresses.internalUrl,
  ELASTICSEARCH_URL: engine.addresses.url,
  SERVICE_SECRET: auth.secrets.service,
}
const gateways = await Promise.all(names.map((name) => startGateway({ ...shared, ...sides[name] })))
const urls = gateways.map(({ addresses }) => addresses.url)
const { key } = await mintKey(urls[0]!, await logIn(urls[0]!, auth.admin))

const kinds: Record<string, (url: string) => Promise<unknown>> = {
  'an everyday search': (url) =>
    mustCall(`${url}/api/v1/organizations/search`, { credential: key, body: everydaySearch }),
  'a path that is none': (url) => call(`${url}/nowhere`),
}
let isGood = true
for (const [kind, ask] of Object.entries(kinds)) {
  const samples = names.map(() => [] as number[])
  for (let round = -warmUp; round < rounds; round++) {
    const turns = [...names.keys()]
    for (const i of round % 2 ? turns : turns.reverse()) {
      const took = await sample(gateways[i]!.pid, () => ask(urls[i]!))
      if (round >= 0) samples[i]!.push(took)
    }
  }
  console.log(`${kind}: CPU of the gateway for one, median of ${rounds} × ${perRound}`)
  for (const [i, name] of names.entries()) {
    const us = (share: number) => `${percentile(samples[i]!, share).toFixed(0)} µs`
    // each beside its neighbour in time, so that what slows all of them drops out
    const more = median(samples[i]!.map((took, round) => took - samples[0]![round]!))
    const share = (more / median(samples[0]!)) * 100
    const told = i > 0 ? `; ${more.toFixed(0)} µs more, ${share.toFixed(1)} %` : ''
    console.log(`  ${name.padEnd(8)} ${us(0.5)} (${us(0.1)} to ${us(0.9)})${told}`)
    if (name === 'both' && kind === 'an everyday search') isGood = share <= goal
  }
}
console.log(isGood ? `both cost a search at most ${goal} %` : `MISSED: both shall cost a search at most ${goal} %`)
await Promise.all([...gateways, engine, auth].map((part) => part.stop()))
process.exit(isGood ? 0 : 1)

/** Microseconds of CPU of a process for one of many calls. */
async function sample(pid: number, ask: () => Promise<unknown>): Promise<number> {
  const before = cpuOf(pid)
  let left = perRound
  const caller = async () => {
    while (left-- > 0) await ask()
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  await wait(settledMs)
  return (cpuOf(pid) - before) / perRound
}

/** CPU time of all threads of a process so far, in microseconds. */
function cpuOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const times = threads.map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]))
  return times.reduce((sum, ns) => sum + ns, 0) / 1000
}
