import { type AuthConfig, readConfig } from '../auth-service/config/config.js'
import { ownScopes } from '../auth-service/users/roles.js'
import { checkEndpoints } from '../gateway/config/endpoints.js'
import { ungrantedScopes } from '../gateway/config/granted-scopes.js'
import { scopesIn, scopesOfAll } from '../kit/config/roles.js'
import {
  ConfigurationError,
  type Diagnostic,
  didYouMean,
  isError,
  type PlacedDiagnostic,
} from '../kit/config/yaml/diagnostics.js'
import { readConfigurationFile } from '../kit/config/yaml/file.js'
import { isMapping, type Mapping } from '../kit/config/yaml/mapping.js'
import { parseSource } from '../kit/config/yaml/source.js'
import { defaultPlan } from '../kit/credentials/plans.js'
import { parsePipelines } from '../routes/pipelines.js'
import { checkedSetting } from '../trial/setting.js'
import { authCallsOf } from './route-credential.js'

const login = '/api/v1/auth/login'
/**
 * At this rate a list of leaked passwords takes long; a school behind one address can still log in.
 */
const mostLogins = 1000

/**
 * Checks relations between the files of a folder; mistakes within a file are reported by the
 * process that reads it.
 * @param text That of gateway.config.yml, if it was read.
 * @returns the warnings. @throws ConfigurationError for errors.
 */
export function validateAcross(configDir: string, text?: string): PlacedDiagnostic[] {
  const found = findAcross(configDir, text)
  if (found.some(isError)) throw new ConfigurationError(found)
  return found
}

function findAcross(configDir: string, known?: string): PlacedDiagnostic[] {
  try {
    const { file, text } = readConfigurationFile(configDir, 'gateway.config.yml', known)
    const { value, placeAll } = parseSource(file, text, checkedSetting)
    const { config, placeAll: placeInAuth } = readConfig(configDir, checkedSetting)
    if (!isMapping(value)) return []
    return [
      ...placeAll(mistakesAcross(value, config)),
      ...placeInAuth(mistakesInAuth(value, config)),
    ]
  } catch (error) {
    if (error instanceof ConfigurationError) return []
    throw error
  }
}

/**
 * Mistakes between the gateway's YAML and the auth service's, located in the first; malformed parts
 * are skipped. Pure.
 */
export function mistakesAcross(gateway: Mapping, auth: AuthConfig): Diagnostic[] {
  return [...ungrantedScopes(gateway, scopesOfAll(auth.roles)), ...unlimitedLogins(gateway)]
}

/** The same, located in auth-service.config.yml. Pure. */
export function mistakesInAuth(gateway: Mapping, auth: AuthConfig): Diagnostic[] {
  return [...unusedScopes(gateway, auth), ...unusedPlans(gateway, auth)]
}

/**
 * Scopes of roles that no step requires, located in auth-service.config.yml: most likely one is
 * misspelt. Pure.
 */
function unusedScopes(gateway: Mapping, { roles }: AuthConfig): Diagnostic[] {
  const known = new Set([...requiredScopes(gateway), ...ownScopes])
  return Object.entries(roles).flatMap(([role, value]) =>
    scopesIn(value).flatMap((scope, i) => {
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

/**
 * Plans of auth-service.config.yml by which no step of the gateway differs, located there. Pure.
 */
function unusedPlans(gateway: Mapping, { plans }: AuthConfig): Diagnostic[] {
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

/** `scope grants:read: roles user, admin`, for each scope that a step requires. */
export function scopesWithRoles(gateway: Mapping, { roles }: AuthConfig): string[] {
  return [...new Set(requiredScopes(gateway))].sort().map((scope) => {
    const holders = Object.entries(roles).filter(([, role]) => scopesIn(role).includes(scope))
    return `scope ${scope}: roles ${holders.map(([role]) => role).join(', ')}`
  })
}

function requiredScopes(gateway: Mapping): string[] {
  const steps = parsePipelines(gateway).flatMap((pipeline) => pipeline.steps)
  return steps.flatMap(({ params: { scopes } }) =>
    Array.isArray(scopes) ? (scopes as string[]) : [],
  )
}

/** Pipelines that take logins without limiting the passwords that one address may try. */
function unlimitedLogins(gateway: Mapping): Diagnostic[] {
  const logins = checkEndpoints(gateway, () => undefined).filter((route) =>
    authCallsOf(route).some(({ path }) => path === login),
  )
  const pipelines = new Set(logins.flatMap(({ pipeline = [] }) => pipeline))
  return [...pipelines].flatMap(({ name, steps }) => {
    if (steps.some(({ policy, params }) => policy === 'throttle' && isStrict(params))) return []
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
