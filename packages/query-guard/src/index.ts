/** Validates search requests for Elasticsearch before they reach it: see the README. */

export { rounded } from './cost/cost.js'
export { unitCosts } from './cost/unit-costs.js'
export { countWords } from './cost/word-count.js'
export { type Explanation, makeExplainer } from './explain.js'
export { parseUtcInstant } from './grammar/date-ranges.js'
export { type EffectiveRules, effectiveRules } from './grammar/effective.js'
export { isPattern, namedSource, noField } from './grammar/named-source.js'
export {
  defaultMaxCost,
  type GuardOptions,
  optionSchemas,
} from './grammar/settings.js'
export { withinFilter } from './grammar/within-filter.js'
export { type BodyPath, parseSteps, pathText } from './rule/body-path.js'
export type { OptionSchema } from './rule/field-rules.js'
export {
  type Choice,
  type FieldRules,
  fieldChoice,
  fieldRules,
  makeCover,
  makeMatcher,
  sourceParts,
} from './rule/field-rules.js'
export {
  type CatalogField,
  type CatalogFields,
  type FieldSource,
  findParent,
} from './rule/fields.js'
export { type LimitName, type Limits, makeLimits } from './rule/limits.js'
export type { RuleName } from './rule/rule.js'
export { makeMeaning } from './suggestions/meant-field.js'
export { filterProblems, unknownInFilter } from './validate/filter.js'
export type { GuardedSearch, SearchCost, SearchCounts } from './validate/guarded-search.js'
export {
  makeValidator,
  type Problems,
  type SearchRefusal,
  type ValidatedSearch,
} from './validate/request.js'
