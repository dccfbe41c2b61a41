import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isObject } from '../../config/objects.js'
import { requiredSetting } from '../../config/settings.js'
import { StateFile } from '../../process/state-file.js'
import type { KeptCounts, SharedLimits } from './shared-limits.js'

/**
 * The counts that survive a restart, in DATA_DIR/limits.json: written by the primary, at most once
 * a second and at its end.
 */
export class LimitsFile extends StateFile {
  /**
   * Restores the counts of an earlier process.
   * @throws Error with the remedy when the file cannot be read: never an empty count instead.
   */
  constructor(limits: SharedLimits) {
    const path = join(resolve(requiredSetting('DATA_DIR')), 'limits.json')
    limits.restore(readCounts(path))
    super(path, limits, {
      pauseMs: 1000,
      content: () => ({ format: 1, counts: limits.kept() }),
      failure: 'the counts of long rate limits cannot be saved: a restart loses them',
    })
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
