import { log } from '../../kit/log/log.js'
import type { Change } from '../comparison/change.js'
import type { ActiveConfig } from '../worker/messages.js'
import { areSame, readWatched, type Watched, watchedPaths } from './files.js'
import { watchPaths } from './watch.js'

/** The result of reading the configuration again. */
export type Outcome = { inForce: ActiveConfig; changes: Change[] } | { refused: string }

/** Who had the configuration read: with the operator's secret, by a signal, or as it changed. */
export type ReloadCause = 'operator' | 'SIGHUP' | 'watch'

/** A reload that was. */
export interface ReloadRecord {
  at: string
  by: ReloadCause
  /** The hash of what was in force afterwards; absent when it was refused. */
  hash?: string
  /** In its order of effects. */
  changes: Change[]
  /** Everything that was wrong, each on a line of its own; absent when it is in force. */
  refused?: string
}

/** Records kept. */
const most = 20

/** The last refusal, until a reload succeeds. */
export interface ReloadError {
  at: string
  /** Everything that was found, each on a line of its own. */
  message: string
}

/**
 * Reads the configuration again, one reload at a time, on request or when its files have changed.
 */
export class Reloads {
  lastError: ReloadError | null = null
  /** The newest first. */
  readonly history: ReloadRecord[] = []
  readonly #reload: () => Promise<{ inForce: ActiveConfig; changes: Change[] }>
  #running: Promise<Outcome> | undefined
  #next: Promise<Outcome> | undefined
  #stopWatching = () => {}
  /** What was read last, whether accepted or refused. */
  #lastRead: Watched | undefined
  #codeFiles: readonly string[] = []

  /** @param reload Throws Error when the files are refused. */
  constructor(reload: () => Promise<{ inForce: ActiveConfig; changes: Change[] }>) {
    this.#reload = reload
  }

  /** Reads the files now, or once more after the current reload: they may have changed since. */
  request(by: ReloadCause): Promise<Outcome> {
    if (!this.#running) {
      this.#running = this.#run(by).finally(() => {
        this.#running = undefined
      })
      return this.#running
    }
    this.#next ??= this.#running.then(() => {
      this.#next = undefined
      return this.request(by)
    })
    return this.#next
  }

  /** Watches the files of a configuration that enables it. */
  watch({ watch, files, code }: ActiveConfig): void {
    this.#codeFiles = Object.keys(code)
    this.#lastRead = { ...files, code }
    this.#stopWatching() // search templates may have been added
    const paths = watchedPaths(this.#codeFiles)
    this.#stopWatching = watch ? watchPaths(paths, () => this.#changed()) : () => {}
  }

  stop(): void {
    this.#stopWatching()
  }

  async #run(by: ReloadCause): Promise<Outcome> {
    const startedAt = performance.now()
    this.#lastRead = this.#readIfPossible()
    try {
      const { inForce, changes } = await this.#reload()
      const { hash: config, loadedAt } = inForce
      this.lastError = null
      log.info(
        { config, loadedAt, changes, ms: Math.round(performance.now() - startedAt) },
        'configuration reloaded',
      )
      this.watch(inForce)
      this.#note({ at: loadedAt.toISOString(), by, hash: config, changes })
      return { inForce, changes }
    } catch (error) {
      const { message } = error as Error
      const at = new Date().toISOString()
      this.lastError = { at, message }
      this.#note({ at, by, changes: [], refused: message })
      log.error(
        { mistakes: message.split('\n') },
        'configuration refused; the earlier one stays in force',
      )
      return { refused: message }
    }
  }

  #note(record: ReloadRecord): void {
    this.history.unshift(record)
    this.history.splice(most)
  }

  /** What was just read by request is not read again. */
  #changed(): void {
    const now = this.#readIfPossible()
    if (!this.#running && now && this.#lastRead && areSame(now, this.#lastRead)) return
    void this.request('watch')
  }

  #readIfPossible(): Watched | undefined {
    try {
      return readWatched(this.#codeFiles)
    } catch {
      return undefined
    }
  }
}
