import { type Example, toExample } from './example.js'
import type { ParamPath } from './facts.js'
import type { RecordedRequest } from './recorder.js'

/** What is held of a configuration: the contents of its files, and values of its variables. */
export interface HeldConfiguration {
  files: { texts: Record<string, string> }
  variables: Record<string, string>
}

/** What a configuration decides about a request. */
export interface Decision {
  /** Absent: it passes. */
  code?: string
  /** Absent: no pipeline takes it. */
  pipeline?: string
  /** Absent: no route takes it. */
  endpoint?: string
  /** The path of that endpoint. */
  route?: string
  /** What refuses it; absent: no step does. */
  by?: DecidingParams
}

/** Parameters of a step that may have refused a request. */
export interface DecidingParams {
  pipeline: string
  /** The policy; empty: the pipeline itself. */
  step: string
  /** Of several steps of one policy. */
  name: string
  /** The first ones are the most likely; none: the step as a whole. */
  params: readonly ParamPath[]
}

/** Where a parameter is, and what it says: a digest by which configurations are compared. */
export interface Described {
  /** `gateway.config.yml:12`; null: it is not written. */
  place: string | null
  value: string
}

/** Decides requests by one configuration. */
export interface Decides {
  decide(requests: readonly RecordedRequest[]): Promise<Decision[]>
  /** Describes each parameter. */
  describe(params: readonly DecidingParams[]): Promise<Described[][]>
}

/** Requests that two configurations decide otherwise. */
export interface ReplayReport {
  /** How many were replayed. */
  requests: number
  /** How many of them the new configuration decides otherwise. */
  flipped: number
  /** The most frequent first. */
  flips: Flip[]
}

/** Requests that a parameter of the new configuration, or of the old one, decides otherwise. */
export interface Flip {
  pipeline: string
  /** The policy of the step, or `apiEndpoints` for what no step decides. */
  step: string
  /** The parameter, such as `limits.size`, or the name of an endpoint. */
  rule: string
  /** Where the new configuration has it, `gateway.config.yml:12`; absent: it is gone. */
  place?: string
  /** `passes`, or the code. */
  from: string
  to: string
  count: number
  /** One of them. */
  example: Example
}

type Flipped = Omit<Flip, 'step' | 'rule' | 'place' | 'pipeline'> & { by: DecidingParams }

/** Decides requests by two configurations, and compares. */
export async function compareDecisions(
  before: Decides,
  after: Decides,
  requests: readonly RecordedRequest[],
): Promise<ReplayReport> {
  const [was, is] = await Promise.all([before.decide(requests), after.decide(requests)])
  const found = new Map<string, Flipped>()
  for (const [i, request] of requests.entries()) {
    const [from, to] = [was[i]!, is[i]!]
    if (from.code === to.code) continue
    const by = findDeciding(from, to)
    const flip = { by, from: from.code ?? 'passes', to: to.code ?? 'passes' }
    const key = JSON.stringify(flip)
    const { count, example } = found.get(key) ?? {
      count: 0,
      example: toExample(request, to.route ?? from.route),
    }
    found.set(key, { ...flip, count: count + 1, example })
  }
  const flips = [...found.values()].sort((one, other) => other.count - one.count)
  const all = flips.map(({ by }) => by)
  const [old, now] = await Promise.all([before.describe(all), after.describe(all)])
  return {
    requests: requests.length,
    flipped: flips.reduce((sum, { count }) => sum + count, 0),
    flips: flips.map((flip, i) => toFlip(flip, old[i]!, now[i]!)),
  }
}

/** Of several parameters, the one that has changed. */
function toFlip({ by, ...flip }: Flipped, old: Described[], now: Described[]): Flip {
  const { pipeline, step, name, params } = by
  const changed = now.findIndex(({ value }, i) => value !== old[i]?.value)
  const at = Math.max(0, changed)
  const rule = [...(name === '' ? [] : [name]), ...(params[at] ?? [])].join('.')
  const place = now[at]?.place
  return { pipeline, step, rule: rule || step, ...(place && { place }), ...flip }
}

/** What refuses now, or did before; of a route that only one of them serves, its endpoint. */
function findDeciding(from: Decision, to: Decision): DecidingParams {
  const by = to.by ?? (to.code === undefined ? from.by : undefined)
  if (by) return by
  const [served, other] = from.pipeline === undefined ? [to, from] : [from, to]
  const { pipeline = 'none', endpoint } = served
  // the route is there, and nothing serves it: its pipeline is switched off
  if (endpoint !== undefined && other.endpoint === endpoint && other.pipeline === undefined)
    return { pipeline, step: '', name: '', params: [['enabled']] }
  return {
    ...{ pipeline, step: 'apiEndpoints', name: '' },
    params: endpoint === undefined ? [] : [[endpoint]],
  }
}
