import { authFile, authPolicyIn } from '../../kit/config/auth-file.js'
import { defaultRoles, type RoleGrant, scopesOfAll } from '../../kit/config/roles.js'
import {
  ConfigurationError,
  type Diagnostic,
  didYouMean,
} from '../../kit/config/yaml/diagnostics.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import type { SettingOf, Source } from '../../kit/config/yaml/source.js'
import { parsePipelines } from '../../routes/pipelines.js'

/**
 * Checks the scopes that steps require against the roles of the auth service, where its file is in
 * the same folder. Errors in that file itself are left to the auth service and `npm run check`.
 * @throws ConfigurationError for scopes that no role grants.
 */
export function checkScopes(
  configDir: string,
  gateway: Source & { value: Mapping },
  settingOf: SettingOf,
): void {
  const granted = grantedIn(configDir, settingOf)
  const found = granted ? gateway.placeAll(ungrantedScopes(gateway.value, granted)) : []
  if (found.length > 0) throw new ConfigurationError(found)
}

/** Scopes that no role grants: no caller could ever have them. Pure. */
export function ungrantedScopes(config: Mapping, granted: ReadonlySet<string>): Diagnostic[] {
  const steps = parsePipelines(config).flatMap((pipeline) => pipeline.steps)
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

/** The scopes of all roles; undefined when the file is missing or not well formed. */
function grantedIn(configDir: string, settingOf: SettingOf): ReadonlySet<string> | undefined {
  const policy = authPolicyIn(configDir, settingOf)
  if (!policy) return undefined
  const { roles = defaultRoles } = policy
  return isMapping(roles) && Object.values(roles).every(isRole)
    ? scopesOfAll(roles as Record<string, RoleGrant>)
    : undefined
}

function isRole(value: unknown): boolean {
  return Array.isArray(isMapping(value) ? value.scopes : value)
}
