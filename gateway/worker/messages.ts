import type { Texts } from '../config/config.js'
import type { Tls } from '../config/tls.js'

/** What a configuration is made of, read once: all its workers have the same, those that replace others too. */
export interface Files {
  texts: Texts
  tls: Tls | undefined
}

/** Values by name; absent: not set. They may be secrets. */
export type Variables = Record<string, string>

/** The primary to a worker: `load`. */
export interface LoadOrder {
  /** Settings that only a leader could tell. */
  settings: Record<string, string | undefined>
  files: Files
  /** Values of the variables in the YAML, if another worker has read them. */
  variables?: Variables
  /** Whether it tells the operator of choices that he should think over. */
  warns: boolean
}

/** A worker's answer to `load`. */
export type Loading = { loaded: ConfigurationFacts } | { refused: ConfigRefusal }

/** A configuration that was judged good. */
export interface ConfigurationFacts {
  hash: string
  /** Whether its files are to be watched. */
  watch: boolean
  /** What stands in its files: place → a digest of the value. */
  values: Record<string, string>
  /** Values of the variables in its files: a worker that comes later gets the same, whatever stands in NAME_FILE by then. */
  variables: Variables
}

/** A configuration in force. */
export interface ActiveConfig extends ConfigurationFacts {
  files: Files
  loadedAt: Date
}

/** Why a configuration is not used. */
export interface ConfigRefusal {
  /** Everything that was found, each on a line of its own. */
  message: string
}

/** The primary to a worker: `end`. */
export interface DrainOptions {
  drainMs: number
  /** Whether other workers go on serving the port. */
  portGoesOn: boolean
}

/** A worker's answer to `open`. */
export interface Opened {
  url: string
}
