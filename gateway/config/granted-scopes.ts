import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defaultRoles } from '../../kit/config/default-roles.js'
import {
  ConfigurationError,
  type Diagnostic,
  didYouMean,
} from '../../kit/config/yaml/diagnostics.js'
import { readConfigurationFile } from '../../kit/config/yaml/file.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { parseSource, type SettingOf, type Source } from '../../kit/config/yaml/source.js'
import { parsePipelines } from '../../routes/pipelines.js'

const file = 'auth-service.config.yml'

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
  const roles = rolesIn(configDir, settingOf)
  const found = roles ? gateway.placeAll(ungrantedScopes(gateway.value, roles)) : []
  if (found.length > 0) throw new ConfigurationError(found)
}

/** Scopes that no role grants: no caller could ever have them. Pure. */
export function ungrantedScopes(
  config: Mapping,
  roles: Readonly<Record<string, readonly string[]>>,
): Diagnostic[] {
  const granted = new Set(Object.values(roles).flat())
  const steps = parsePipelines(config).flatMap((pipeline) => pipeline.steps)
  return steps.flatMap(({ params, path }) => {
    const scopes: unknown[] = Array.isArray(params.scopes) ? params.scopes : []
    return scopes.flatMap((scope, i) => {
      if (typeof scope !== 'string' || granted.has(scope)) return []
      const message = `no role grants the scope "${scope}", so no caller can pass`
      const remedy = `add it under "roles" of ${file}; ${didYouMean(scope, granted)}`
      return [
        { path: [...path, 'action', 'scopes', i], rule: 'scope-not-granted', message, remedy },
      ]
    })
  })
}

/** Undefined when the file is missing or not well formed. */
function rolesIn(configDir: string, settingOf: SettingOf): Record<string, string[]> | undefined {
  if (!existsSync(join(configDir, file))) return undefined
  const { text } = readConfigurationFile(configDir, file)
  const { value, mistakes } = parseSource(file, text, settingOf)
  if (mistakes.length > 0 || !isMapping(value ?? {})) return undefined
  const roles = (value as Mapping | null)?.roles ?? defaultRoles
  const isSound = isMapping(roles) && Object.values(roles).every((scopes) => Array.isArray(scopes))
  return isSound ? (roles as Record<string, string[]>) : undefined
}
