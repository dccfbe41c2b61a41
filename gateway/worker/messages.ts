import type { PluginCode } from '../config/plugin-code.js'
import type { Tls } from '../config/tls.js'
import type { Loaded } from '../host/load.js'
import type { Verdict } from '../host/verdict.js'
import type { Meaning } from '../lab/meaning.js'

/** The contents of a configuration, read once: all its workers have the same, replacements too. */
export interface Files {
  /** Those of the YAML that could be read, by their paths in CONFIG_DIR. */
  texts: Record<string, string>
  tls: Tls | undefined
}

/** Values by name; absent: not set. They may be secrets. */
export type Variables = Record<string, string>

/** The primary to a worker: `load`. */
export interface LoadOrder {
  /** Settings known only to a supervisor. */
  settings: Record<string, string | undefined>
  files: Files
  /** Values of the variables in the YAML, of a configuration that has been in force. */
  variables?: Variables
  /** Of the check of a configuration that may be the same. */
  verdict?: Verdict
  /** Whether it warns the operator of choices to review. */
  warns: boolean
}

/** A worker's answer to `load`; `refused` is everything that was found, each on a line. */
export type Loading = { loaded: LoadedConfig } | { refused: string }

/** A configuration that a worker has loaded. */
export interface LoadedConfig {
  hash: string
  verdict: Verdict
}

/** What the primary needs to know of it: a worker's answer to `facts`. */
export interface ConfigurationFacts extends LoadedConfig {
  /** Whether its files are to be watched. */
  watch: boolean
  /** The files of all plugins that are not the product's. */
  code: PluginCode
  /** What another configuration is compared with. */
  meaning: Meaning
  /**
   * Values of the variables in its files: a later worker gets the same, even if NAME_FILE has
   * changed by then.
   */
  variables: Variables
}

/** A configuration in force. */
export interface ActiveConfig extends ConfigurationFacts {
  files: Files
  loadedAt: Date
}

/** The primary to a worker: `end`. */
export interface DrainOptions {
  drainMs: number
  /** Whether other workers continue to serve the port. */
  portGoesOn: boolean
}

type Backends = Loaded['backends']

/** What a worker knows of credentials, by the connection to the auth service. */
export type KnownCredentials = Record<string, unknown>

export function listKnownCredentials(backends: Backends): KnownCredentials {
  const connections = listAuthServices(backends)
  return Object.fromEntries([...connections].map(([id, { known }]) => [id, known()]))
}

/** Continues with what another worker knows, as far as the connections are the same. */
export async function takeOver(backends: Backends, known: KnownCredentials): Promise<void> {
  for (const [id, authService] of listAuthServices(backends))
    if (Object.hasOwn(known, id)) await authService.takeOver(known[id])
}

function listAuthServices(backends: Backends) {
  return new Map(
    backends.flatMap(({ authService }) => (authService ? [[authService.id, authService]] : [])),
  )
}
