import { rateLimitStore } from '../../kit/rate-limit-store.js'
import type { Windows } from '../../kit/windows.js'
import type { Surroundings } from '../kit/policy.js'

/** What is counted, and how much of it may be. */
export interface Allowance {
  by: 'address' | 'owner' | 'key'
  /** Requests, or what searches cost (docs/query-cost.md). */
  unit: 'requests' | 'cost'
  limit: number
  windowSeconds: number
}

/** Keys that one counter keeps at most: about 20 MB. */
const maxKeys = 100_000

interface NamedCounter {
  allowance: Allowance
  windows: Windows
}

/** The counters of one reading of the YAML. */
interface Counters {
  named: Map<string, NamedCounter>
  /** How many have no name: the next is told from them by its number. Machines with one YAML number alike. */
  unnamed: number
}

const countersOf = new WeakMap<Surroundings, Counters>()

/**
 * The counter of a step: its own, or the one that all steps of its name share.
 * @throws Error when steps of one name differ in what they count.
 */
export function windowsOf(allowance: Allowance, name: string | undefined, surroundings: Surroundings): Windows {
  const counters = countersOf.get(surroundings) ?? { named: new Map(), unnamed: 0 }
  countersOf.set(surroundings, counters)
  if (name === undefined) return makeWindows(allowance, `step:${++counters.unnamed}`)
  const known = counters.named.get(name) ?? { allowance, windows: makeWindows(allowance, `name:${name}`) }
  counters.named.set(name, known)
  if (!isSame(known.allowance, allowance)) {
    throw new Error('steps of one "name" share a counter: give them the same by, unit, limit and windowSeconds')
  }
  return known.windows
}

function makeWindows({ by, unit, limit, windowSeconds }: Allowance, name: string): Windows {
  return rateLimitStore().windows(`${by}:${unit}:${name}`, { limit, seconds: windowSeconds, maxKeys })
}

function isSame(one: Allowance, other: Allowance): boolean {
  return (
    one.by === other.by &&
    one.unit === other.unit &&
    one.limit === other.limit &&
    one.windowSeconds === other.windowSeconds
  )
}
