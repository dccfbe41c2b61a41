/** The grammar as data, for documents that are made from it. */
export { growthText } from './cost/costs.js'
export { aggregations } from './grammar/aggregations.js'
export { bodyHits, bodyKeys, bodyRule } from './grammar/body.js'
export { queries } from './grammar/queries.js'
export type { JsonKind } from './rule/json-value.js'
export type { CostFormula, Limit, ObjectRule, Rule } from './rule/rule.js'
export { longestKeyword } from './validate/leaf.js'
