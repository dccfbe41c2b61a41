import type { Diagnostic } from '../../kit/config/yaml/diagnostics.js'
import { rateLimitStore } from '../../kit/rate-limit/store.js'
import type { Windows } from '../../kit/rate-limit/windows.js'
import type { GatewayView } from '../kit/policy.js'

/** What is counted, and its maximum. */
export interface Allowance {
  by: 'address' | 'owner' | 'key'
  /** Requests, or what searches cost (docs/query-cost.md). */
  unit: 'requests' | 'cost'
  limit: number
  windowSeconds: number
}

/** Maximum keys of one counter: about 20 MB. */
const maxKeys = 100_000

/** The counters of one reading of the YAML. */
interface Counters {
  named: Map<string, Windows>
  /**
   * Number of unnamed counters so far, which identifies the next one. Machines with equal YAML
   * number alike.
   */
  unnamed: number
}

const countersOf = new WeakMap<GatewayView, Counters>()

/** The allowance of the first step of each name, by one reading of the YAML. */
const firsts = new WeakMap<GatewayView, Map<string, Allowance>>()

/** A step that shares a counter with others, but counts something else. */
export function allowanceMistakes(
  allowance: Allowance,
  name: string | undefined,
  around: GatewayView,
): Diagnostic[] {
  if (name === undefined) return []
  const known = firsts.get(around) ?? new Map<string, Allowance>()
  firsts.set(around, known)
  const first = known.get(name) ?? allowance
  known.set(name, first)
  const differing = (['by', 'unit', 'limit', 'windowSeconds'] as const).filter(
    (part) => first[part] !== allowance[part],
  )
  const remedy =
    'give all steps of one name the same by, unit, limit and windowSeconds, or another name'
  return differing.slice(0, 1).map((part) => {
    const message = `steps of the name "${name}" share a counter, but differ in "${part}"`
    return { path: [part], rule: 'throttles-differ', message, remedy }
  })
}

/** The counter of a step: its own, or the one shared by all steps of its name. */
export function windowsOf(
  allowance: Allowance,
  name: string | undefined,
  surroundings: GatewayView,
): Windows {
  const counters = countersOf.get(surroundings) ?? { named: new Map(), unnamed: 0 }
  countersOf.set(surroundings, counters)
  if (name === undefined) return makeWindows(allowance, `step:${++counters.unnamed}`)
  const windows = counters.named.get(name) ?? makeWindows(allowance, `name:${name}`)
  counters.named.set(name, windows)
  return windows
}

function makeWindows({ by, unit, limit, windowSeconds }: Allowance, name: string): Windows {
  return rateLimitStore().windows(`${by}:${unit}:${name}`, {
    limit,
    seconds: windowSeconds,
    maxKeys,
  })
}
