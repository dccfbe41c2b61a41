import { authFile, readAuthPolicy } from '../../kit/config/auth-file.js'
import {
  defaultRoles,
  listAllScopes,
  ownScopes,
  type RoleGrant,
  toScopes,
} from '../../kit/config/roles.js'
import {
  ConfigurationError,
  type Diagnostic,
  didYouMean,
  isError,
  type PlacedDiagnostic,
} from '../../kit/config/yaml/diagnostics.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import type { SettingOf, Source } from '../../kit/config/yaml/source.js'
import { defaultPlan } from '../../kit/credentials/plans.js'
import { overlaps } from '../../routes/path.js'
import { parsePipelines } from '../../routes/pipelines.js'
import { parseRoutes, requestedPath } from '../../routes/routes.js'

const login = '/api/v1/auth/login'
/**
 * At this rate a list of leaked passwords takes long; a school behind one address can still log in.
 */
const mostLogins = 1000

/** What the gateway's YAML is compared with, of the auth service's. */
export interface RolesAndPlans {
  roles: Readonly<Record<string, RoleGrant>>
  plans: readonly string[]
}

/**
 * Checks the gateway's YAML against the auth service's, where that file is in the same folder.
 * Mistakes within that file are left to the auth service and `npm run check`.
 * @returns the warnings. @throws ConfigurationError for errors.
 */
export function checkAcross(
  configDir: string,
  gateway: Source & { value: Mapping },
  settingOf: SettingOf,
): PlacedDiagnostic[] {
  const auth = readAuthPolicy(configDir, settingOf)
  const policy = auth && toRolesAndPlans(auth.value)
  if (!policy) return []
  const found = [
    ...gateway.placeAll(findAcross(gateway.value, policy)),
    ...auth.placeAll(findInAuth(gateway.value, policy)),
  ]
  if (found.some(isError)) throw new ConfigurationError(found)
  return found
}

/**
 * Mistakes between the gateway's YAML and the auth service's, located in the first; malformed parts
 * are skipped. Pure.
 */
export function findAcross(gateway: Mapping, { roles }: RolesAndPlans): Diagnostic[] {
  return [...findUngrantedScopes(gateway, listAllScopes(roles)), ...findUnlimitedLogins(gateway)]
}

/** The same, located in auth-service.config.yml. Pure. */
export function findInAuth(gateway: Mapping, auth: RolesAndPlans): Diagnostic[] {
  return [...findUnusedScopes(gateway, auth), ...findUnusedPlans(gateway, auth)]
}

/** The scopes that steps require. Pure. */
export function listRequiredScopes(gateway: Mapping): string[] {
  const steps = parsePipelines(gateway).flatMap((pipeline) => pipeline.steps)
  return steps.flatMap(({ params: { scopes } }) =>
    Array.isArray(scopes) ? (scopes as string[]) : [],
  )
}

/** Those of a policy as written; undefined where they are not well formed. */
function toRolesAndPlans({ roles = defaultRoles, plans = [] }: Mapping): RolesAndPlans | undefined {
  if (!isMapping(roles) || !Object.values(roles).every(isRole) || !isTexts(plans)) return undefined
  return { roles: roles as Record<string, RoleGrant>, plans }
}

function isRole(value: unknown): boolean {
  return isTexts(isMapping(value) ? value.scopes : value)
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** Scopes that no role grants: no caller could ever have them. */
function findUngrantedScopes(gateway: Mapping, granted: ReadonlySet<string>): Diagnostic[] {
  const steps = parsePipelines(gateway).flatMap((pipeline) => pipeline.steps)
  return steps.flatMap(({ params, path }) => {
    const scopes: unknown[] = Array.isArray(params.scopes) ? params.scopes : []
    return scopes.flatMap((scope, i) => {
      if (typeof scope !== 'string' || granted.has(scope)) return []
      const message = `no role grants the scope "${scope}", so every caller is refused`
      const remedy = `add it under "roles" of ${authFile}; ${didYouMean(scope, granted)}`
      return [
        { path: [...path, 'action', 'scopes', i], rule: 'scope-not-granted', message, remedy },
      ]
    })
  })
}

/** Scopes of roles that no step requires: most likely one is misspelt. */
function findUnusedScopes(gateway: Mapping, { roles }: RolesAndPlans): Diagnostic[] {
  const known = new Set([...listRequiredScopes(gateway), ...ownScopes])
  return Object.entries(roles).flatMap(([role, value]) =>
    toScopes(value).flatMap((scope, i) => {
      if (known.has(scope)) return []
      const message = `no step of gateway.config.yml requires the scope "${scope}", so it has no effect`
      const remedy = `${didYouMean(scope, known)}; if a service reads it from X-Caller-Scopes, leave it`
      return [
        {
          path: ['roles', role, ...(Array.isArray(value) ? [i] : ['scopes', i])],
          rule: 'scope-unused',
          message,
          remedy,
          severity: 'warning' as const,
        },
      ]
    }),
  )
}

/** Plans of the auth service by which no step of the gateway differs. */
function findUnusedPlans(gateway: Mapping, { plans }: RolesAndPlans): Diagnostic[] {
  const steps = parsePipelines(gateway).flatMap((pipeline) => pipeline.steps)
  const named = new Set(
    steps.flatMap(({ params: { limit, plans, rules } }) =>
      [limit, plans, isMapping(rules) && rules.plans].filter(isMapping).flatMap(Object.keys),
    ),
  )
  return plans.flatMap((plan, i) => {
    if (plan === defaultPlan || named.has(plan)) return []
    const message = `no step of gateway.config.yml names the plan "${plan}", so it has no effect`
    const remedy = `${didYouMean(plan, named)}; name it in "limit" of a throttle or in "plans" of search-rules`
    return [{ path: ['plans', i], rule: 'plan-unknown', message, remedy }]
  })
}

/** Pipelines that take logins without limiting the passwords that one address may try. */
function findUnlimitedLogins(gateway: Mapping): Diagnostic[] {
  const logins = parseRoutes(gateway).filter(
    (route) => route.method === 'POST' && overlaps(requestedPath(route), login),
  )
  const pipelines = new Set(logins.flatMap(({ pipeline = [] }) => pipeline))
  return [...pipelines].flatMap(({ name, steps }) => {
    if (steps.some(({ params }) => isStrict(params))) return []
    const message = `one address may try more than ${mostLogins} passwords a minute`
    const remedy =
      'add - throttle: [{ action: { by: address, limit: 30, windowSeconds: 60, name: logins } }]'
    const path = ['pipelines', name]
    return [{ path, rule: 'login-unlimited', message, remedy, severity: 'warning' as const }]
  })
}

function isStrict({ by, unit = 'requests', limit, windowSeconds }: Mapping): boolean {
  return (
    by === 'address' &&
    unit === 'requests' &&
    Number(limit) / Number(windowSeconds) <= mostLogins / 60
  )
}
