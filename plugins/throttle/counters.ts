import { MemoryWindows, type Windows } from '../../kit/windows.js'
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

/** The named counters of each reading of the YAML. */
const counters = new WeakMap<Surroundings, Map<string, NamedCounter>>()

/**
 * The counter of a step: its own, or the one that all steps of its name share.
 * @throws Error when steps of one name differ in what they count.
 */
export function windowsOf(allowance: Allowance, name: string | undefined, surroundings: Surroundings): Windows {
  if (name === undefined) return makeWindows(allowance)
  const named = counters.get(surroundings) ?? new Map<string, NamedCounter>()
  counters.set(surroundings, named)
  const known = named.get(name) ?? { allowance, windows: makeWindows(allowance) }
  named.set(name, known)
  if (!isSame(known.allowance, allowance)) {
    throw new Error('steps of one "name" share a counter: give them the same by, unit, limit and windowSeconds')
  }
  return known.windows
}

function makeWindows({ limit, windowSeconds }: Allowance): Windows {
  return new MemoryWindows({ limit, seconds: windowSeconds, maxKeys })
}

function isSame(one: Allowance, other: Allowance): boolean {
  return (
    one.by === other.by &&
    one.unit === other.unit &&
    one.limit === other.limit &&
    one.windowSeconds === other.windowSeconds
  )
}
