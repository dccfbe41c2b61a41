/** Validates search requests for Elasticsearch before they reach it: see the README. */

export { unitCosts } from './cost/unit-costs.js'
export { wordsIn } from './cost/word-count.js'
export { type Explanation, explainerOf } from './explain.js'
export { utcInstantOf } from './grammar/dates.js'
export { type EffectiveRules, effectiveRules } from './grammar/effective.js'
export { isPattern, namedSource, noField } from './grammar/named-source.js'
export {
  defaultMaxCost,
  type GuardOptions,
  optionSchemas,
} from './grammar/settings.js'
export { withinFilter } from './grammar/within-filter.js'
export { type BodyPath, pathText, stepsIn } from './rule/body-path.js'
export {
  type Choice,
  coverOf,
  type FieldRules,
  fieldChoice,
  fieldRules,
  matcherOf,
  sourceParts,
} from './rule/field-rules.js'
export {
  type CatalogField,
  type CatalogFields,
  type FieldSource,
  parentOf,
} from './rule/fields.js'
export { type LimitName, type Limits, limitsOf } from './rule/limits.js'
export type { OptionSchema } from './rule/option-schema.js'
export type { RuleName } from './rule/rule.js'
export { meaningIn } from './suggestions/meant-field.js'
export { filterProblems, unknownInFilter } from './validate/filter.js'
export type { GuardedSearch, SearchCost, SearchCounts } from './validate/guarded-search.js'
export {
  type Problems,
  type SearchRefusal,
  type ValidatedSearch,
  validatorOf,
} from './validate/request.js'
