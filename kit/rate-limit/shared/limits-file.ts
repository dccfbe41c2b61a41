import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isObject } from '../../config/objects.js'
import { requiredSetting } from '../../config/settings.js'
import { log } from '../../log/log.js'
import { removeDrafts, replaceSynced } from '../../process/durable.js'
import type { KeptCounts, SharedLimits } from './shared-limits.js'

/** Pause between two writes, in milliseconds: what kill -9 may lose. */
const pauseMs = 1000

/**
 * The counts that survive a restart, in DATA_DIR/limits.json: written by the primary, at most once
 * a second and at its end.
 */
export class LimitsFile {
  readonly #limits: SharedLimits
  readonly #path = join(resolve(requiredSetting('DATA_DIR')), 'limits.json')
  readonly #timer: NodeJS.Timeout
  /** The write under way: a slow disk gets no more than one. */
  #writing: Promise<void> | undefined
  #hasFailed = false

  /**
   * Restores the counts of an earlier process.
   * @throws Error with the remedy when the file cannot be read: never an empty count instead.
   */
  constructor(limits: SharedLimits) {
    this.#limits = limits
    limits.restore(readCounts(this.#path))
    removeDrafts(this.#path).catch(() => undefined) // without the folder there are none
    this.#timer = setInterval(() => this.#writeNews(), pauseMs).unref()
  }

  /** Writes what has changed since, and stops. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
    this.#writeNews()
    await this.#writing
  }

  #writeNews(): void {
    if (!this.#limits.hasNews) return
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined
    })
  }

  async #write(): Promise<void> {
    try {
      await replaceSynced(this.#path, JSON.stringify({ format: 1, counts: this.#limits.kept() }))
      this.#hasFailed = false
    } catch (err) {
      this.#limits.hasNews = true
      if (!this.#hasFailed)
        log.error({ err }, 'the counts of long rate limits cannot be saved: a restart loses them')
      this.#hasFailed = true
    }
  }
}

function readCounts(path: string): KeptCounts {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return {}
    throw new Error(`${path} cannot be read (${code}). Fix its permissions.`)
  }
  try {
    const { format, counts } = JSON.parse(text) as { format: number; counts: KeptCounts }
    if (format === 1 && isObject(counts) && Object.values(counts).every(isKept)) return counts
  } catch {} // reported below
  throw new Error(
    `${path}, the counts of long rate limits, is damaged. Bring back a backup, or remove it: all ` +
      'of its windows then begin again.',
  )
}

/** Whether it is the windows of a counter. */
function isKept(windows: unknown): boolean {
  return Array.isArray(windows) && windows.every(isWindow)
}

function isWindow(window: unknown): boolean {
  if (!Array.isArray(window) || window.length !== 3) return false
  const [key, used, endsAt] = window as unknown[]
  return typeof key === 'string' && isAmount(used) && isAmount(endsAt)
}

function isAmount(value: unknown): boolean {
  return Number.isFinite(value) && (value as number) >= 0
}
