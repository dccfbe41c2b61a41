import { validationError } from '../../kit/api/errors.js'
import { type RoleGrant, toPlan } from '../../kit/config/roles.js'
import { defaultPlan } from '../../kit/credentials/plans.js'

/** The parts of the policy that give plans. */
export interface PlanRules {
  plans: readonly string[]
  roles: Readonly<Record<string, RoleGrant>>
}

/** Whether the policy has this plan. */
export function isPlan(plan: string, { plans }: PlanRules): boolean {
  return plan === defaultPlan || plans.includes(plan)
}

/** @throws ApiError VALIDATION_ERROR for one that the policy does not have. */
export function checkPlan(plan: string | undefined, rules: PlanRules): void {
  if (plan === undefined || isPlan(plan, rules)) return
  const known = [...new Set([defaultPlan, ...rules.plans])]
  throw validationError({ plan: [`plan must be one of ${known.join(', ')}`] })
}

/**
 * The plan of a credential: the key's own, else the user's own, else that of the role, else
 * `default`. One that the policy does not name (any more) counts as none.
 */
export function getPlan(
  rules: PlanRules,
  user: { role: string; plan?: string },
  key: { plan?: string } = {},
): string {
  // a role may be named like a property of every object
  const ofRole = Object.hasOwn(rules.roles, user.role) ? toPlan(rules.roles[user.role]!) : undefined
  const own = [key.plan, user.plan, ofRole]
  return own.find((plan) => plan !== undefined && isPlan(plan, rules)) ?? defaultPlan
}

/** A plan as verification results and tokens contain it: `default` is left out. */
export function planFact(plan: string): { plan?: string } {
  return plan === defaultPlan ? {} : { plan }
}
