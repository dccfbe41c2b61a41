import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setting } from '../../kit/config/settings.js'
import { ConfigurationError, type PlacedDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import type { Manifest } from '../../plugins/kit/plugin.js'
import { type ConfigFiles, readConfig } from '../config/config.js'
import { pluginsDir } from '../config/plugin-code.js'
import type { Facts } from '../config/steps.js'
import {
  type HostConfig,
  installHost,
  type LoadedPlugins,
  loadConditions,
  loadPlugin,
} from './express-gateway.js'
import { manifestOf } from './manifest.js'

/** What the YAML is checked against, when these plugins are loaded. */
export function factsOf(plugins: LoadedPlugins): Facts {
  return {
    policies: new Map(plugins.policies.map((policy) => [policy.name, policy])),
    conditions: loadConditions(),
  }
}

/**
 * Only the facts: reads the configuration, with those of its variables resolved that are set, and
 * loads its plugins. Once per process.
 * @throws ConfigurationError as readConfig and loadPlugins.
 */
export async function loadFacts(configDir: string): Promise<Facts> {
  const config = readConfig(configDir, (name) =>
    name === 'PLUGINS' ? pluginsDir : (setting(name) ?? name),
  )
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
      const file = fileOf(settings)
      const manifest = await importPlugin(file)
      const loaded = loadPlugin({ name, file, manifest }, host)
      for (const policy of manifest.policies ?? []) {
        if (!loaded.policies.some((given) => given.name === policy))
          throw new Error(`it does not provide "${policy}"`)
        if (!loaded.policies.every(({ directory }) => directory === true))
          throw new Error('make its policy with definePolicy, as docs/own-policies.md shows')
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

function fileOf(settings: unknown): string {
  const file = isMapping(settings) ? settings.package : undefined
  if (typeof file !== 'string' || !isAbsolute(file))
    throw new Error(`"package" must be "\${PLUGINS}/…" or an absolute path`)
  return file
}

/** @throws Error with the file and what is wrong with it. */
async function importPlugin(file: string): Promise<Manifest> {
  try {
    return manifestOf(await import(pathToFileURL(file).href))
  } catch (cause) {
    throw new Error(`${file}: ${String(cause)}`, { cause })
  }
}
