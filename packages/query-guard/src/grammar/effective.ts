import type { Choice } from '../rule/field-rules.js'
import { type Limits, makeLimits } from '../rule/limits.js'
import { aggregations } from './aggregations.js'
import { bodyKeys } from './body.js'
import { queries } from './queries.js'
import { defaultMaxCost, type GuardOptions, openTest } from './settings.js'
import { withinFilter } from './within-filter.js'

/** What searches are judged by: options with all defaults, choices as the names that are open. */
export interface EffectiveRules {
  indexPrefixes: readonly string[]
  maxCost: number
  limits: Limits
  keys: readonly string[]
  queries: readonly string[]
  aggregations: readonly string[]
  features: readonly string[]
  analyzers: readonly string[]
  unsafe: readonly string[]
  fields: Choice
  filter: object | undefined
}

/** Options as they take effect. */
export function effectiveRules(written: GuardOptions): EffectiveRules {
  const { filter, fields = {}, features = [], analyzers = [], unsafe = [] } = written
  const rules = withinFilter({ ...written, features, unsafe })
  const { indexPrefixes, maxCost = defaultMaxCost, limits } = rules
  const open = (param: 'keys' | 'queries' | 'aggregations', known: Iterable<string>) =>
    [...known].filter(openTest(param, rules[param]))
  return {
    ...{ indexPrefixes, maxCost, limits: makeLimits(limits), fields, filter, analyzers },
    ...{ features: rules.features, unsafe: rules.unsafe },
    keys: open('keys', Object.keys(bodyKeys)),
    queries: open('queries', queries.keys()),
    aggregations: open('aggregations', aggregations.keys()),
  }
}
