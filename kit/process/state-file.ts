import { log } from '../log/log.js'
import { removeDrafts, replaceSynced } from './durable.js'

/** What is kept in a file. */
interface KeptState {
  /** Set when it changes, unset when it is taken to be written. */
  hasNews: boolean
}

interface StateFileOptions {
  /** Pause between two writes, in milliseconds: what kill -9 may lose. */
  pauseMs: number
  /** The content of the file. */
  content(): object
  /** What is logged, once, while it cannot be written. */
  failure: string
}

/** Keeps state in a file: it is written as a whole when it has changed, and at the end. */
export class StateFile {
  readonly #path: string
  readonly #state: KeptState
  readonly #options: StateFileOptions
  readonly #timer: NodeJS.Timeout
  /** The write under way: a slow disk gets no more than one. */
  #writing: Promise<void> | undefined
  #hasFailed = false

  constructor(path: string, state: KeptState, options: StateFileOptions) {
    this.#path = path
    this.#state = state
    this.#options = options
    removeDrafts(path).catch(() => undefined) // without the folder there are none
    this.#timer = setInterval(() => this.#writeNews(), options.pauseMs).unref()
  }

  /** Writes what has changed since, and stops. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
    this.#writeNews()
    await this.#writing
  }

  #writeNews(): void {
    if (!this.#state.hasNews) return
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined
    })
  }

  async #write(): Promise<void> {
    this.#state.hasNews = false
    try {
      await replaceSynced(this.#path, JSON.stringify(this.#options.content()))
      this.#hasFailed = false
    } catch (err) {
      this.#state.hasNews = true
      if (!this.#hasFailed) log.error({ err }, this.#options.failure)
      this.#hasFailed = true
    }
  }
}
