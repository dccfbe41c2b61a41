import type { Path, ReportDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { plansIn, rulesFor } from '../../plugins/kit/rules/by-plan.js'

/** A step with valid parameters, defaults filled in. */
export interface ValidStep {
  policy: string
  path: Path
  params: Mapping
}

/**
 * Warns of a cost limit below `maxCost` of the searches in its pipeline: a search between the two
 * is refused in every window.
 */
export function checkCostLimits(steps: readonly ValidStep[], warn: ReportDiagnostic): void {
  const rules = steps.find(({ params }) => 'maxCost' in params)?.params
  if (!rules) return
  for (const { path, params } of steps) {
    if (params.unit !== 'cost') continue
    const limits = toLimits(params)
    const plan = [...new Set([...limits.keys(), ...plansIn(rules)])].find((one) => {
      return (limits.get(one) ?? limits.get('default')!) < readMaxCost(rules, one)
    })
    if (plan === undefined) continue
    const message =
      `the cost limit of the plan "${plan}" is below its maxCost, ${readMaxCost(rules, plan)}: ` +
      'a search with a cost between the two is always refused'
    const remedy = 'raise "limit", or lower maxCost of search-rules: docs/query-cost.md'
    warn([...path, 'action', 'limit'], 'cost-limit-below-max-cost', message, remedy)
  }
}

/** By plan. */
function toLimits({ limit }: Mapping): ReadonlyMap<string, number> {
  return new Map(Object.entries(isMapping(limit) ? limit : { default: limit })) as Map<
    string,
    number
  >
}

function readMaxCost(rules: Mapping, plan: string): number {
  return Number(rulesFor(rules, plan).maxCost ?? 0)
}
