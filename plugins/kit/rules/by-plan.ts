/** Rules of a step that may differ by the plan of the caller. */
interface PlannedRules {
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
