import { createHash } from 'node:crypto'
import { amount } from '../amount.js'
import type { Came } from '../generator.js'
import { childrenOf, loadOf } from '../process-load.js'
import { searchPath } from '../searches.js'
import { wireRequest } from '../wire-client.js'
import type { Caller } from './caller.js'
import type { Field, Program } from './field.js'

/** How much is measured. */
export const length = {
  rounds: amount('ROUNDS', 15),
  requests: amount('REQUESTS', 2000),
  connections: amount('CONNECTIONS', 16),
  /** V8 compiles what has most code, the gateway, for the last time after some 30,000 searches. */
  warming: amount('WARM', 30_000),
  seconds: amount('SECONDS', 3),
}

/** Samples of one program, one from each round. */
export interface Samples {
  program: Program
  cpu: number[]
  /** As a multiple of the first program's in the same round. */
  ofFirst: number[]
  perSecond: number[]
  memoryMb: number
}

/** A search for this many hits. */
export function searchOf(hits: number): { index: string; body: object } {
  const filter = [{ range: { founded_year: { gte: 1990 } } }]
  const query = { bool: { must: [{ match: { name: 'food bank' } }], filter } }
  return { index: 'organization-serp*', body: { query, size: hits } }
}

/** The request that each program gets: the same search, with the same token or with a key. */
export function requestOf(field: Field, hits: number, credential = field.token): string {
  return wireRequest(searchPath, searchOf(hits), credential)
}

/**
 * Checks the answers of programs, warms all alike, and measures them in blocks that take turns, so
 * that a busy machine slows all alike, in another order each round: what a program leaves to its
 * successor, such as cold caches, meets all alike too.
 * @param share Of the usual number of requests, for large answers.
 */
export async function measure(
  caller: Caller,
  programs: readonly (readonly [Program, string])[],
  hits: number,
  share = 1,
): Promise<Samples[]> {
  const jobOf = ([{ url, pid }, request]: readonly [Program, string], calls: number) => ({
    ...{ url, pid, requests: [request] },
    load: { connections: length.connections, end: { calls: Math.ceil(calls * share) } },
  })
  for (const one of programs) {
    await check(one, hits)
    await caller.run(jobOf(one, length.warming))
  }
  const came = programs.map((): Came[] => [])
  for (let round = 0; round < length.rounds; round++)
    for (const [i, one] of shuffle([...programs.entries()], round))
      came[i]!.push(await caller.run(jobOf(one, length.requests)))
  return programs.map(([program], i) => ({
    program,
    cpu: came[i]!.map(({ cpu }) => cpu),
    ofFirst: came[i]!.map(({ cpu }, round) => cpu / came[0]![round]!.cpu),
    perSecond: came[i]!.map(({ perSecond }) => perSecond),
    memoryMb: [program.pid, ...childrenOf(program.pid)].reduce(
      (sum, pid) => sum + loadOf(pid).memory,
      0,
    ),
  }))
}

/** A copy in random order, the same for the same seed on every machine. */
function shuffle<T>(items: readonly T[], seed: number): T[] {
  const rank = (i: number) => createHash('sha256').update(`${seed} ${i}`).digest('hex')
  const ranked = items.map((item, i) => ({ item, rank: rank(i) }))
  return ranked.toSorted((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ item }) => item)
}

/** Searches a second that a program answers when 64 connections ask again at once. */
export async function saturation(
  caller: Caller,
  { url, pid }: Program,
  request: string,
): Promise<Came> {
  const load = { connections: 64, end: { seconds: length.seconds } }
  return await caller.run({ url, pid, requests: [request], load })
}

/** @throws Error when the answer is not the envelope with these hits. */
async function check([{ name, url }, request]: readonly [Program, string], hits: number) {
  const [head = '', body = ''] = request.split('\r\n\r\n')
  const authorization = /Authorization: (.*)/.exec(head)![1]!.trim()
  const answer = await fetch(url + searchPath, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body,
  })
  const text = await answer.text()
  const { data } = JSON.parse(text) as {
    data?: { results: { name: string }[]; total: number }
  }
  const isRight =
    data?.results.length === hits &&
    data.total === 10_000 &&
    data.results.at(-1)!.name === `Organization ${hits - 1}`
  if (!isRight) throw new Error(`${name} answers ${answer.status} ${text.slice(0, 300)}`)
}
