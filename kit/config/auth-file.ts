import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setting } from './settings.js'
import { readConfigurationFile } from './yaml/file.js'
import { isMapping, type Mapping } from './yaml/mapping.js'
import { parseSource, type SettingOf, type Source } from './yaml/source.js'

/** The auth service's file in CONFIG_DIR. */
export const authFile = 'auth-service.config.yml'

/**
 * The auth service's policy as written, for checks of the gateway's YAML against it.
 * @returns undefined when the file is missing or not well formed: its mistakes are left to the auth
 *   service and `npm run check`.
 */
export function readAuthPolicy(
  configDir: string,
  settingOf: SettingOf,
): (Source & { value: Mapping }) | undefined {
  if (!existsSync(join(configDir, authFile))) return undefined
  const { file, text } = readConfigurationFile(configDir, authFile)
  const source = parseSource(file, text, settingOf)
  const value = source.value ?? {}
  return source.mistakes.length === 0 && isMapping(value) ? { ...source, value } : undefined
}

/**
 * The plans that auth-service.config.yml of a folder names; besides them `default` and `anonymous`
 * always exist.
 * @returns undefined when the file is missing or not well formed.
 */

export function readPlans(configDir: string): readonly string[] | undefined {
  const policy = readAuthPolicy(configDir, (name) => setting(name))?.value
  if (!policy) return undefined
  const { plans = [] } = policy
  return Array.isArray(plans) ? plans.map(String) : undefined
}
