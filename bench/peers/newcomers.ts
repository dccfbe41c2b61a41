import { median } from '../latencies.js'
import { wireRequest } from '../wire-client.js'
import { Caller } from './caller.js'
import type { Field } from './field.js'
import { seconds } from './length.js'
import { searchOf, searchPath } from './measure.js'
import type { Table } from './table.js'

const rounds = 3

/**
 * Searches a second of callers whose token is known, and of others who bring a new one each time.
 */
const [knownPerSecond, newPerSecond] = [500, 300]

/**
 * What a burst of new tokens, each of which costs an Ed25519 check, does to the searches of a
 * caller whose token is known.
 */
export async function newcomers(
  { limit, gateway, other, token, tokens }: Field,
  caller: Caller,
): Promise<Table[]> {
  const burst = await Caller.start()
  const search = searchOf(10)
  const ofKnown = {
    requests: [wireRequest(searchPath, search, token)],
    seconds,
    load: { perSecond: knownPerSecond },
  }
  const programs = [limit, gateway, ...other]
  await caller.warm(programs, ofKnown.requests)
  const found = programs.map(() => [] as number[][])
  for (let round = 0; round < rounds; round++) {
    // the burst warms up by a share of them, and none may come twice
    const requests = (await tokens(Math.ceil(1.3 * newPerSecond * seconds))).map((one) =>
      wireRequest(searchPath, search, one),
    )
    for (const [i, program] of programs.entries()) {
      const alone = await caller.run({ programs: [program], ...ofKnown })
      const [beside] = await Promise.all([
        caller.run({ programs: [program], ...ofKnown }),
        burst.run({ programs: [program], requests, seconds, load: { perSecond: newPerSecond } }),
      ])
      found[i]!.push([alone.p50, beside.p50, alone.p99, beside.p99, beside.p99 / alone.p99])
    }
  }
  burst.stop()
  const columns = [
    'Program',
    'p50 ms alone',
    'p50 ms with them',
    'p99 ms alone',
    'p99 ms with them',
    'p99 of that alone',
  ]
  const rows = programs.map(({ name }, i) => {
    const all = found[i]!
    return [name, ...all[0]!.map((_, column) => median(all.map((one) => one[column]!)))]
  })
  return [
    {
      title: `A known token at ${knownPerSecond}/s, with new ones at ${newPerSecond}/s`,
      columns,
      rows,
    },
  ]
}
