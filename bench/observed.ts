import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { call, mustCall } from './call.js'
import { median } from './latencies.js'
import {
  logIn,
  mintKey,
  type Running,
  startAuthService,
  startEngine,
  startGateway,
} from './running.js'
import { everydaySearch } from './searches.js'

/**
 * What metrics and log lines cost a request: a gateway with both next to one without, in front of
 * one engine and one auth service, asked in turns, so that a busy machine slows both. Two processes
 * of the same code may differ by more than that for their whole life, so the pair is started again
 * again and again. Time is the gateway's own CPU time (Linux). `node dist/bench/observed.js
 * [pairs]` after a build.
 */

const pairs = Number(process.argv[2] ?? 5)
const rounds = 15
/** Rounds that only warm up: what a gateway compiles meanwhile is no cost of a request. */
const warmUp = 20
const perRound = 500
const atOnce = 8
/** By then the lines of a round are written. */
const settledMs = 70
const goal = 5

const auth = await startAuthService()
const engine = await startEngine()
const settings = {
  AUTH_SERVICE_URL: auth.addresses.url,
  AUTH_INTERNAL_URL: auth.addresses.internalUrl,
  ELASTICSEARCH_URL: engine.addresses.url,
  SERVICE_SECRET: auth.secrets.service,
}
const { key } = await mintKey(auth.addresses.url, await logIn(auth.addresses.url, auth.admin))

const kinds: Record<string, (url: string) => Promise<unknown>> = {
  'an everyday search': (url) =>
    mustCall(`${url}/api/v1/organizations/search`, { credential: key, body: everydaySearch }),
  'a path that is none': (url) => call(`${url}/nowhere`),
}
const took = new Map(
  Object.keys(kinds).map((kind) => [kind, { off: [] as number[], on: [] as number[] }]),
)
for (let pair = 0; pair < pairs; pair++) {
  const gateways = new Map<'off' | 'on', Running<{ url: string }>>()
  for (const state of pair % 2 ? (['off', 'on'] as const) : (['on', 'off'] as const)) {
    gateways.set(state, await startGateway({ ...settings, METRICS: state, ACCESS_LOG: state }))
  }
  for (const [kind, ask] of Object.entries(kinds)) {
    for (let round = -warmUp; round < rounds; round++) {
      const turns = [...gateways]
      for (const [state, { pid, addresses }] of round % 2 ? turns : turns.reverse()) {
        const us = await sample(pid, () => ask(addresses.url))
        if (round >= 0) took.get(kind)![state].push(us)
      }
    }
  }
  await Promise.all([...gateways.values()].map((gateway) => gateway.stop()))
}
await Promise.all([auth, engine].map((part) => part.stop()))

console.log(
  `CPU of the gateway for a request, ${pairs} pairs of gateways, ${rounds} × ${perRound} ` +
    'requests each',
)
for (const [kind, { off, on }] of took) {
  // each next to its neighbour in time, so that what slows both drops out; then the pairs
  const more = median(
    Array.from({ length: pairs }, (_, pair) => {
      const ofPair = (all: number[]) => all.slice(pair * rounds, (pair + 1) * rounds)
      const without = ofPair(off)
      return median(ofPair(on).map((us, i) => us - without[i]!))
    }),
  )
  const share = (more / median(off)) * 100
  const told =
    `${kind}: without ${median(off).toFixed(0)} µs; both take ${more.toFixed(0)} µs, ` +
    `${share.toFixed(1)} %`
  const isGoal = kind === 'an everyday search'
  console.log(
    isGoal ? `${told}: ${share <= goal ? 'within' : 'MISSED'} the goal of ${goal} %` : told,
  )
  if (isGoal && share > goal) process.exitCode = 1
}

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
  const times = threads.map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
  )
  return times.reduce((sum, ns) => sum + ns, 0) / 1000
}
