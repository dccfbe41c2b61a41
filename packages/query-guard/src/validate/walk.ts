import type { SearchRulesSettings } from '../grammar/settings.js'
import type { CostContext } from '../rule/cost-context.js'
import type { JsonObject } from '../rule/json-value.js'
import type { Rule, Scope } from '../rule/rule.js'
import type { Report } from './report.js'

/** The validation of one body, as the validators of its parts see it. */
export interface Walk extends Scope {
  readonly settings: SearchRulesSettings
  readonly report: Report
  /** The cost context of the current place. */
  here: Readonly<CostContext>
  /** Levels of clauses, and of aggregations, around the current place. */
  queryDepth: number
  aggDepth: number
  /** The object of the innermost query clause. */
  clause: JsonObject
  /** Validates the value at the end of a path of `depth` steps. */
  visit(rule: Rule, value: unknown, depth: number): void
  /** Whether going on would only cost: the result is final, and enough problems are reported. */
  isDone(): boolean
  /** Whether a construct is unsafe, and the operator has not listed it. */
  isForbidden(rule: Rule): boolean
}
