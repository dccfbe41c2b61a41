import { availableParallelism } from 'node:os'
import { type Environment, requiredSetting, SettingError } from '../config/settings.js'

/** Maximum number of workers: each takes a hundred megabytes. */
const maxWorkers = 64

/**
 * WORKERS: how many processes serve the gateway's public port. @throws Error when it is neither a
 * number nor `auto`.
 */
export function workersSetting(env: Environment = process.env): number {
  const text = requiredSetting('WORKERS', env)
  if (text === 'auto') return Math.min(availableParallelism(), maxWorkers)
  if (!/^[1-9]\d?$/.test(text) || Number(text) > maxWorkers) {
    throw new SettingError(
      'WORKERS',
      `WORKERS must be a whole number between 1 and ${maxWorkers}, or auto for one per core`,
    )
  }
  return Number(text)
}
