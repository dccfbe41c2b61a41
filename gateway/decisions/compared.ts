import type { DecidingRule, Decision, Flip, ReplayReport } from './flip.js'
import type { KeptShape, Shape } from './shape.js'

/** Decides requests by one configuration. */
export interface Decider {
  decide(shapes: readonly Shape[]): Promise<Decision[]>
  /** Where it has some rules, `gateway.config.yml:12`; null where it does not have them. */
  placesOf(rules: readonly DecidingRule[]): Promise<(string | null)[]>
  readonly facts: DeciderFacts | Promise<DeciderFacts>
}

/** What is known of its configuration without any request. */
export interface DeciderFacts {
  /** What it cannot judge. */
  notJudged: readonly string[]
  /** What its limits count and how long, `requests by owner in 60 s`, by their names. */
  limits: Readonly<Record<string, string>>
}

/** A request that both decide, and differently. */
interface Flipped extends KeptShape {
  from: Decision
  to: Decision
}

/**
 * Decides kept requests by two configurations, and compares: what was recorded may also be due to
 * the engine, or to counters.
 */
export async function compared(
  old: Decider,
  now: Decider,
  kept: readonly KeptShape[],
): Promise<ReplayReport> {
  const requests = requestsIn(kept)
  const decided = await now.decide(requests.map(({ shape }) => shape))
  // one that passed and still passes has not changed; a refusal may have had another reason
  const doubtful = requests.flatMap(({ shape, count }, i) => {
    const to = decided[i]!
    return to.code === undefined && shape.code === undefined ? [] : [{ shape, count, to }]
  })
  const former = await old.decide(doubtful.map(({ shape }) => shape))
  const changed = doubtful
    .map((one, i): Flipped => ({ ...one, from: former[i]! }))
    .filter(({ from, to }) => from.code !== to.code)
  const flipped = changed.filter((one) => !isUnchecked(one))
  const flips = flipsIn(flipped)
  const places = await now.placesOf(flips.map(({ rule }) => rule))
  const [was, is] = [await old.facts, await now.facts]
  const notJudged = new Set([
    ...was.notJudged,
    ...is.notJudged,
    ...otherLimits(was.limits, is.limits),
  ])
  if (flips.some(({ rule, from }) => rule.step === 'throttle' && from === 'RATE_LIMITED'))
    notJudged.add(
      'limits that are raised: they count more then, and may refuse some of these again',
    )
  const unchecked = sum(changed.filter(isUnchecked))
  if (unchecked > 0) notJudged.add(`${unchecked} requests with a credential that was not verified`)
  const otherCost = requests.filter(({ shape }, i) => {
    const { cost } = decided[i]!
    return cost !== undefined && shape.cost !== undefined && cost !== shape.cost
  })
  if (otherCost.length > 0)
    notJudged.add(`maxCost of ${sum(otherCost)} searches: the engine's data gave them another cost`)
  return {
    requests: sum(requests),
    flipped: sum(flipped),
    flips: flips
      .map(({ rule, ...flip }, i): Flip => {
        const { pipeline, step, name, path } = rule
        const named = [...(name === '' ? [] : [name]), ...path].join('.')
        const place = places[i] ?? undefined
        return { ...flip, pipeline, step, rule: named || step, ...(place && { place }) }
      })
      .sort((one, other) => other.count - one.count),
    ...(notJudged.size > 0 && { notJudged: [...notJudged] }),
  }
}

/** Whether a decision is due to the credential, and nothing had verified it. */
const isUnchecked = ({ shape, from, to }: Flipped) =>
  shape.caller?.kind === 'unchecked' && [from, to].some(({ by }) => by?.step === 'authenticate')

/** Limits of which nothing is known that they would have counted. */
function otherLimits(old: Readonly<Record<string, string>>, now: typeof old): string[] {
  return Object.entries(now)
    .filter(([name, counts]) => old[name] !== counts)
    .map(([name, counts]) => `the limit ${name}: nothing is counted yet of ${counts}`)
}

/** Requests that are equal but for what was recorded of them are one. */
function requestsIn(kept: readonly KeptShape[]): KeptShape[] {
  const requests = new Map<string, KeptShape>()
  for (const { shape, count } of kept) {
    const { method, url, headers, body, caller, used, code } = shape
    const key = JSON.stringify([method, url, headers, body, caller, used, code])
    const known = requests.get(key)
    requests.set(key, { shape, count: count + (known?.count ?? 0) })
  }
  return [...requests.values()]
}

/** Those of one rule and change together. */
function flipsIn(flipped: readonly Flipped[]) {
  const found = new Map<string, Omit<Flip, 'pipeline' | 'step' | 'rule'> & { rule: DecidingRule }>()
  for (const { shape, count, ...decisions } of flipped) {
    const [from, to] = [decisions.from.code ?? 'passes', decisions.to.code ?? 'passes']
    const rule = ruleOf(decisions)
    const key = JSON.stringify([rule, from, to])
    const known = found.get(key)
    found.set(key, { rule, from, to, count: count + (known?.count ?? 0), example: shape })
  }
  return [...found.values()]
}

/** What refuses now, or did before; of a route that only one of them has, its endpoint. */
function ruleOf({ from, to }: Pick<Flipped, 'from' | 'to'>): DecidingRule {
  const by = to.by ?? (to.code === undefined ? from.by : undefined)
  if (by) return by
  const [served = from, other] = from.pipeline === undefined ? [to, from] : [from, to]
  const { pipeline = 'none', endpoint } = served
  if (other?.endpoint === endpoint && other?.pipeline === undefined && endpoint !== undefined)
    return { pipeline, step: 'envelope', name: '', path: ['enabled'] }
  const path = endpoint === undefined ? [] : [endpoint]
  return { pipeline, step: 'apiEndpoints', name: '', path }
}

const sum = (requests: readonly KeptShape[]): number =>
  requests.reduce((total, { count }) => total + count, 0)
