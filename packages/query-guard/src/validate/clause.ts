import { type JsonObject, onlyKey } from '../rule/json-value.js'
import type { Rule } from '../rule/rule.js'
import { offeredNames } from './names.js'
import type { Walk } from './walk.js'

/** Validates an object that holds one of the named clauses. */
export function validateClause(
  walk: Walk,
  clauses: ReadonlyMap<string, Rule>,
  value: unknown,
  depth: number,
): void {
  const { report, settings } = walk
  const name = onlyKey(value)
  if (name === undefined) {
    report.refuse(depth, 'must be an object with exactly one clause')
    return
  }
  report.enter(depth, name)
  const rule = clauses.get(name)
  if (!rule) {
    report.refuseName(depth + 1, 'clause', offeredNames(clauses, settings))
    return
  }
  report.members++
  walk.queryDepth++
  countClause(walk, depth)
  walk.clause = value as JsonObject
  walk.visit(rule, walk.clause[name], depth + 1)
  walk.queryDepth--
}

function countClause({ report, limits, queryDepth }: Walk, depth: number): void {
  report.count('clauses', 1, limits, depth)
  if (queryDepth === limits.queryDepth + 1)
    report.refuse(
      depth,
      `queries must not be nested deeper than ${limits.queryDepth} levels`,
      'limits.queryDepth',
    )
}
