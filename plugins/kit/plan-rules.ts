/** Rules of a step that may differ by the plan of the caller. */
export interface PlannedRules {
  /** By the name of a plan: the members that replace the step's own. */
  plans?: Record<string, object>
}

/** The plans for which any of some rules differ. */
export function plansIn(...rules: readonly (PlannedRules | undefined)[]): ReadonlySet<string> {
  return new Set(rules.flatMap((one) => Object.keys(one?.plans ?? {})))
}

/** The rules for callers of a plan; without one, those for plans that they do not name. */
export function rulesFor<Rules extends PlannedRules>(rules: Rules, plan?: string): Rules {
  const { plans = {}, ...own } = rules
  const different = plan !== undefined && Object.hasOwn(plans, plan) ? plans[plan] : {}
  return { ...own, ...different } as Rules
}

/**
 * Makes something for each of some plans, and once for all others.
 * @returns the function that finds it by the plan of a caller.
 */
export function byPlan<Made>(
  plans: Iterable<string>,
  make: (plan?: string) => Made,
): (plan: string) => Made {
  const own = make()
  const made = new Map([...plans].map((plan) => [plan, make(plan)]))
  return (plan) => made.get(plan) ?? own
}

/** The search rules that a filter changes. */
interface FilterableRules {
  filter?: object
  mode?: string
  features?: readonly string[]
  aggregations?: { deny?: readonly string[] }
  unsafe?: readonly string[]
}

/**
 * What search rules can open that reaches documents beyond a filter, or shows the filter:
 * suggestions, joined documents, explanations of scores, and a bucket of all documents.
 */
const beyondFilter = {
  features: ['suggest', 'join', 'explain', 'profile'],
  aggregations: ['global'],
}

/** Search rules without what a filter, if they have one, does not hold for. */
export function withinFilter<Rules extends FilterableRules>(rules: Rules): Rules {
  const { filter, features = [], aggregations } = rules
  if (!filter) return rules
  return {
    ...rules,
    mode: 'enforce',
    features: features.filter((name) => !beyondFilter.features.includes(name)),
    aggregations: {
      ...aggregations,
      deny: [...(aggregations?.deny ?? []), ...beyondFilter.aggregations],
    },
    unsafe: [],
  }
}
