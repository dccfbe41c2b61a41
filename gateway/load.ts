import { isAbsolute } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isMapping, type Mapping } from '../kit/yaml/mapping.js'
import { ConfigurationError, type PlacedMistake } from '../kit/yaml/mistakes.js'
import type { SettingOf, Source } from '../kit/yaml/source.js'
import type { Backends } from '../plugins/kit/policy.js'
import { type Config, readConfig } from './config.js'
import {
  type App,
  buildApp,
  type HostConfig,
  type HostPolicy,
  hostConditions,
  installHost,
  type LoadedPlugins,
  loadPlugin,
} from './express-gateway.js'
import { checkGateway } from './pipelines.js'
import { heedingRejections } from './rejections.js'
import { stepsOf, type WrittenStep } from './steps.js'

/** Folder of the built plugins, beside this one: `${PLUGINS}` in system.config.yml. */
const pluginsDir = fileURLToPath(new URL('../plugins', import.meta.url))

/** A configuration that was judged good, and the application that runs it. */
export interface Loaded {
  app: App
  config: Config
  /** What the steps ask of others, each as it was set up. */
  backends: readonly Backends[]
  loadedAt: Date
}

/**
 * Everything of the start but the ports: reads the configuration, loads the plugins, checks, builds the pipelines. Once per
 * process, as express-gateway's registries are process-wide.
 * @throws ConfigurationError with every mistake; nothing has been opened then.
 */
export async function loadGateway(configDir: string, settingOf: SettingOf): Promise<Loaded> {
  const config = readConfig(configDir, (name) => (name === 'PLUGINS' ? pluginsDir : settingOf(name)))
  const { gateway, system } = config
  const host = installHost(config)
  if (host.refusals.system !== undefined) throw refusedByHost(system, host.refusals.system)
  const plugins = await loadPlugins(system, host.config)
  const policies = new Map(plugins.policies.map((policy) => [policy.name, policy]))
  const mistakes = checkGateway(gateway.value, { policies, ...hostConditions() })
  if (mistakes.length > 0) throw new ConfigurationError(mistakes.map(gateway.place))
  if (host.refusals.gateway !== undefined) throw refusedByHost(gateway, host.refusals.gateway)
  const backends: Backends[] = []
  for (const policy of plugins.policies) attend(policy, config, backends)
  return { app: await buildApp(plugins, host.config), config, backends, loadedAt: new Date() }
}

function refusedByHost(source: Source, remedy: string): ConfigurationError {
  return new ConfigurationError([source.place({ path: [], message: 'express-gateway refuses this file', remedy })])
}

/** Loads every plugin of system.config.yml; each must load, and give the policies that its manifest names. */
async function loadPlugins(system: Config['system'], host: HostConfig): Promise<LoadedPlugins> {
  const all: LoadedPlugins = { policies: [], conditions: [], gatewayRoutes: [], adminRoutes: [], cliExtensions: [] }
  const mistakes: PlacedMistake[] = []
  for (const [name, settings] of Object.entries((system.value.plugins ?? {}) as Mapping)) {
    const path = ['plugins', name]
    try {
      const manifest = await importPlugin(settings)
      const loaded = loadPlugin(name, host)
      for (const policy of manifest.policies ?? []) {
        if (!loaded.policies.some((given) => given.name === policy)) throw new Error(`it does not give "${policy}"`)
        if (all.policies.some((given) => given.name === policy)) throw new Error(`another plugin gives "${policy}" too`)
      }
      for (const part of Object.keys(all) as (keyof LoadedPlugins)[]) all[part].push(...(loaded[part] as never[]))
    } catch (error) {
      mistakes.push(
        system.place({ path, message: `plugin "${name}" cannot be loaded`, remedy: (error as Error).message }),
      )
    }
  }
  if (mistakes.length > 0) throw new ConfigurationError(mistakes)
  return all
}

/** Imports a plugin by itself first: express-gateway's loader would hide why that fails. */
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

/** Attends the set-up of a policy's steps: an error tells the step's place in the YAML, a success what the step asks. */
function attend(policy: HostPolicy, { gateway }: Config, backends: Backends[]): void {
  // express-gateway makes the steps in the order of the document
  const steps = Object.entries((gateway.value.pipelines ?? {}) as Mapping)
    .flatMap(([name, pipeline]) => stepsOf(name, (pipeline as Mapping).policies))
    .filter((step) => step.policy === policy.name)
    .values()
  const make = policy.policy
  policy.policy = (...args) => {
    const { path } = steps.next().value as WrittenStep
    try {
      const step = make(...args)
      backends.push(policy.backendsOf?.(args[0]) ?? {})
      return heedingRejections(step)
    } catch (error) {
      const { message } = error as Error
      throw new ConfigurationError([
        gateway.place({ path, message: `"${policy.name}" cannot be set up`, remedy: message }),
      ])
    }
  }
}
