import { isMapping, type Mapping, textOf } from '../../kit/config/yaml/mapping.js'
import { anonymousPlan } from '../../kit/credentials/plans.js'
import { rulesFor } from '../../plugins/kit/rules/by-plan.js'
import { type Pipeline, takesVisitors } from '../../routes/pipelines.js'
import type { DeclaredRoute } from '../../routes/routes.js'

/**
 * What is open to callers without a credential, a line for each group of routes with the same
 * limits: `open to visitors: GET /api/v1/organizations (120 requests in 60 s, maxCost 800, …)`.
 */
export function openToVisitors(routes: readonly DeclaredRoute[]): string[] {
  const byLimits = new Map<string, string[]>()
  for (const route of routes) {
    const { pipeline, method = '*', path } = route
    if (!pipeline || pipeline.enabled === 'false' || !takesVisitors(pipeline)) continue
    const limits = limitsOf(pipeline).join(', ')
    byLimits.set(limits, [...(byLimits.get(limits) ?? []), `${method} ${path}`])
  }
  const lines = [...byLimits].map(([limits, calls]) => `${calls.join(', ')} (${limits})`)
  return (lines.length > 0 ? lines : ['nothing']).map((line) => `open to visitors: ${line}`)
}

/** What holds for visitors in a pipeline, as written. */
function limitsOf({ steps }: Pipeline): string[] {
  return steps.flatMap(({ params }) => {
    if (params.limit !== undefined) return params.by === 'owner' ? [throttled(params)] : []
    if (!isMapping(params.rules)) return []
    const { maxCost, limits } = rulesFor(params.rules, anonymousPlan) as Mapping
    const all = { ...(maxCost !== undefined && { maxCost }), ...(isMapping(limits) && limits) }
    return Object.entries(all).map(([name, value]) => `${name} ${textOf(value)}`)
  })
}

function throttled({ limit, unit = 'requests', windowSeconds, window }: Mapping): string {
  const ofPlans = isMapping(limit) ? limit : { default: limit }
  const most = textOf(ofPlans[anonymousPlan] ?? ofPlans.default)
  const length = windowSeconds === undefined ? `a ${textOf(window)}` : `${textOf(windowSeconds)} s`
  return `${most} ${textOf(unit)} in ${length}`
}
