import type { Reloaded, ReloadOptions, ReloadRefusal } from '../admin/reload.js'
import type { Effects } from '../lab/report.js'
import type { ActiveConfig, Files } from '../worker/messages.js'
import { areSame, readFiles, readWatched, type Watched, watchedPaths } from './files.js'
import { isSame, noEarlier, notesOn, refusalOf } from './reload-effects.js'
import { auditReload, type ReloadRecord, type ReloadWay, recorded } from './reload-record.js'
import { watchPaths } from './watch.js'

/** What became of a request. */
export type Outcome = Reloaded | ReloadRefusal

/**
 * What is to be loaded: texts, values of their variables, which are read if absent, and the verdict
 * on what they may be equal to.
 */
export type LoadSource = Pick<ActiveConfig, 'files' | 'verdict'> &
  Partial<Pick<ActiveConfig, 'variables'>>

/** Loads a configuration, in place of the one in force unless the options say `dry`. */
export type LoadConfig = (
  source: LoadSource,
  options: ReloadOptions,
) => Promise<{ config: ActiveConfig; effects: Effects }>

/** Records kept. */
const most = 20

/** The last refusal, until a reload succeeds. */
export interface ReloadError {
  at: string
  /** Everything that was found, each on a line of its own. */
  message: string
}

/**
 * The configuration in force, and what takes its place, one at a time: the files, on request or when
 * they have changed, or the configuration before.
 */
export class Reloads {
  inForce: ActiveConfig | undefined
  /** What was in force before. */
  earlier: ActiveConfig | undefined
  /** Whether what is in force was returned to: the files say something else. */
  isBack = false
  lastError: ReloadError | null = null
  /** The newest first. */
  readonly history: ReloadRecord[] = []
  readonly #load: LoadConfig
  #last: Promise<unknown> = Promise.resolve()
  /** Requests that have not begun. */
  readonly #waiting = new Map<string, Promise<Outcome>>()
  #stopWatching = () => {}
  /** What was read last, whether accepted or refused. */
  #lastRead: Watched | undefined

  /** @param load Throws Error when the configuration is refused. */
  constructor(load: LoadConfig) {
    this.#load = load
  }

  /** Reloads after what was requested before; equal requests that wait come to one. */
  request(via: ReloadWay, options: ReloadOptions = {}): Promise<Outcome> {
    const key = JSON.stringify([via, Object.entries(options).sort()])
    const waiting = this.#waiting.get(key)
    if (waiting) return waiting
    const outcome = this.#last.then(() => {
      this.#waiting.delete(key)
      return this.#run(via, options)
    })
    this.#waiting.set(key, outcome)
    this.#last = outcome
    return outcome
  }

  /** Watches the files of the configuration in force, if it enables that. */
  watch(): void {
    const { watch, files, code } = this.inForce!
    // the files of a return are not those on the disk, which are taken when they change again
    this.#lastRead = this.isBack ? this.#readIfPossible() : { ...files, code }
    this.#stopWatching() // search templates may have been added
    const paths = watchedPaths(Object.keys(code))
    this.#stopWatching = watch ? watchPaths(paths, () => this.#changed()) : () => {}
  }

  stop(): void {
    this.#stopWatching()
  }

  async #run(via: ReloadWay, options: ReloadOptions): Promise<Outcome> {
    const { by, dry = false, back = false, texts } = options
    if (back && !this.earlier) return { refused: noEarlier, field: 'back' }
    const startedAt = performance.now()
    const before = this.inForce!
    const asked = { via, ...(by !== undefined && { by }), ...(back && { back }) }
    try {
      const files = texts ? { texts, tls: before.files.tls } : undefined
      const { verdict } = before
      const source = back ? this.earlier! : { files: files ?? this.#read(dry), verdict }
      const { config, effects } = await this.#load(source, options)
      const { hash, loadedAt } = config
      const notes = back ? notesOn(this.earlier!, config, !this.isBack) : []
      if (dry) return { inForce: before, hash, ...effects, notes }
      this.#take(config, back)
      this.#note({ at: loadedAt.toISOString(), ...asked, hash, ...recorded(effects) })
      auditReload(this.history[0]!, before.hash, startedAt, notes)
      return { inForce: config, hash, ...effects, notes }
    } catch (error) {
      const refusal = refusalOf(error)
      if (dry) return refusal
      const { refused } = refusal
      this.lastError = { at: new Date().toISOString(), message: refused }
      this.#note({ at: this.lastError.at, ...asked, ...recorded(refusal), refused })
      auditReload(this.history[0]!, before.hash, startedAt)
      return refusal
    }
  }

  #take(config: ActiveConfig, back: boolean): void {
    if (back || !isSame(this.inForce!, config)) this.earlier = this.inForce
    this.isBack = back && !this.isBack
    this.inForce = config
    this.lastError = null
    this.watch()
  }

  #note(record: ReloadRecord): void {
    this.history.unshift(record)
    this.history.splice(most)
  }

  /** @throws Error as readFiles. */
  #read(dry: boolean): Files {
    if (dry) return readFiles()
    this.#lastRead = undefined
    this.#lastRead = readWatched(Object.keys(this.inForce!.code))
    const { code: _, ...files } = this.#lastRead
    return files
  }

  /** What was just read by request is not read again. */
  #changed(): void {
    const now = this.#readIfPossible()
    if (now && this.#lastRead && areSame(now, this.#lastRead)) return
    void this.request('watch')
  }

  #readIfPossible(): Watched | undefined {
    try {
      return readWatched(Object.keys(this.inForce!.code))
    } catch {
      return undefined
    }
  }
}
