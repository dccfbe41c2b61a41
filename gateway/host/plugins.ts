import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isObject } from '../../kit/config/objects.js'
import { setting } from '../../kit/config/settings.js'
import { ConfigurationError, type PlacedDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { definePlugin, type Manifest } from '../../plugins/kit/plugin.js'
import type { Policy } from '../../plugins/kit/policy.js'
import { type ConfigFiles, readConfig } from '../config/config.js'
import { findSchemaFault } from '../config/parameters.js'
import { pluginsDir } from '../config/plugin-code.js'
import type { Facts } from '../config/steps.js'
import {
  type HostConfig,
  installHost,
  type LoadedPlugins,
  loadConditions,
  loadPlugin,
} from './express-gateway.js'

/** What the YAML is checked against, when these plugins are loaded. */
export function toFacts(plugins: LoadedPlugins): Facts {
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
  return toFacts(await loadPlugins(config.system, installHost(config).config))
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
      const file = toFile(settings)
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

function toFile(settings: unknown): string {
  const file = isMapping(settings) ? settings.package : undefined
  if (typeof file !== 'string' || !isAbsolute(file))
    throw new Error(`"package" must be "\${PLUGINS}/…" or an absolute path`)
  return file
}

/** @throws Error with the file and what is wrong with it. */
async function importPlugin(file: string): Promise<Manifest> {
  try {
    return toManifest(await import(pathToFileURL(file).href))
  } catch (cause) {
    throw new Error(`${file}: ${String(cause)}`, { cause })
  }
}

/**
 * The manifest that a plugin's module exports, or is made of the policy that is its default export.
 * @throws Error with what is wrong with that.
 */
export function toManifest(module: Readonly<Record<string, unknown>>): Manifest {
  if (typeof module.init === 'function') return module as unknown as Manifest
  const policy = module.default
  if (!isObject(policy) || '__esModule' in policy)
    throw new Error('it has no policy: write export default definePolicy({ … }) in an ES module')
  const fault = findPolicyFault(policy)
  if (fault !== undefined) throw new Error(`its policy is invalid: ${fault}`)
  return definePlugin(policy as unknown as Policy<object>)
}

/** What the compiler would refuse, for modules that it has not seen. */
function findPolicyFault({ name, params, required = [], create }: Record<string, unknown>) {
  if (typeof name !== 'string' || !/^[a-z][a-z0-9-]*$/.test(name))
    return '"name" must be small letters, digits and hyphens'
  if (typeof create !== 'function') return '"create" must be a function that returns the step'
  if (!isObject(params)) return '"params" must be an object, {} without parameters'
  const unclear = Object.entries(params).find(
    ([, schema]) => !isObject(schema) || typeof schema.description !== 'string',
  )
  if (unclear) return `"params.${unclear[0]}" must be a JSON Schema with a description`
  return findSchemaFault({ type: 'object', properties: params, required })
}
