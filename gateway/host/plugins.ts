import { isAbsolute } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ConfigurationError, type PlacedDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { type ConfigFiles, readConfig } from '../config/config.js'
import type { Facts } from '../config/steps.js'
import {
  type HostConfig,
  hostConditions,
  installHost,
  type LoadedPlugins,
  loadPlugin,
} from './express-gateway.js'

/** Folder of the built plugins, next to this one: `${PLUGINS}` in system.config.yml. */
export const pluginsDir = fileURLToPath(new URL('../../plugins', import.meta.url))

/** What the YAML is checked against, when these plugins are loaded. */
export function factsOf(plugins: LoadedPlugins): Facts {
  return {
    policies: new Map(plugins.policies.map((policy) => [policy.name, policy])),
    ...hostConditions(),
  }
}

/**
 * Only the facts: reads the configuration, with its variables resolved or not, and loads its
 * plugins. Once per process.
 * @throws ConfigurationError as readConfig and loadPlugins.
 */
export async function loadFacts(configDir: string): Promise<Facts> {
  const config = readConfig(configDir, (name) => (name === 'PLUGINS' ? pluginsDir : name))
  return factsOf(await loadPlugins(config.system, installHost(config).config))
}

/**
 * Loads every plugin of system.config.yml; each must load, and register the policies that its
 * manifest names.
 * @throws ConfigurationError with each that does not.
 */
export async function loadPlugins(
  system: ConfigFiles['system'],
  host: HostConfig,
): Promise<LoadedPlugins> {
  const all: LoadedPlugins = {
    policies: [],
    conditions: [],
    gatewayRoutes: [],
    adminRoutes: [],
    cliExtensions: [],
  }
  const mistakes: PlacedDiagnostic[] = []
  for (const [name, settings] of Object.entries((system.value.plugins ?? {}) as Mapping)) {
    const path = ['plugins', name]
    try {
      const manifest = await importPlugin(settings)
      const loaded = loadPlugin(name, host)
      for (const policy of manifest.policies ?? []) {
        if (!loaded.policies.some((given) => given.name === policy))
          throw new Error(`it does not provide "${policy}"`)
        if (all.policies.some((given) => given.name === policy))
          throw new Error(`another plugin provides "${policy}" too`)
      }
      for (const part of Object.keys(all) as (keyof LoadedPlugins)[])
        all[part].push(...(loaded[part] as never[]))
    } catch (error) {
      const message = `plugin "${name}" cannot be loaded`
      mistakes.push(
        system.place({ path, rule: 'plugin-unusable', message, remedy: (error as Error).message }),
      )
    }
  }
  if (mistakes.length > 0) throw new ConfigurationError(mistakes)
  return all
}

/** Imports a plugin directly first: express-gateway's loader would hide why that fails. */
async function importPlugin(settings: unknown): Promise<{ policies?: string[] }> {
  const file = isMapping(settings) ? settings.package : undefined
  if (typeof file !== 'string' || !isAbsolute(file))
    throw new Error(`"package" must be "\${PLUGINS}/…" or an absolute path`)
  try {
    return (await import(pathToFileURL(file).href)) as { policies?: string[] }
  } catch (cause) {
    throw new Error(`${file}: ${String(cause)}`, { cause })
  }
}
