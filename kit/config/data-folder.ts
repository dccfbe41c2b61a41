import { accessSync, constants, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Environment, requiredSetting, SettingError } from './settings.js'

/**
 * The folder of DATA_DIR as an absolute path, created if needed. For starts, which keep files in
 * it.
 * @throws Error when it can be neither created nor written.
 */
export function dataFolder(env: Environment = process.env): string {
  const folder = resolve(requiredSetting('DATA_DIR', env))
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
    return folder
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const isFile = code === 'EEXIST' || code === 'ENOTDIR'
    const reason = isFile
      ? `a file is in the way of ${folder}`
      : `${folder} cannot be used (${code})`
    throw new SettingError(
      'DATA_DIR',
      `DATA_DIR must name a folder that this user may write: ${reason}`,
      { cause },
    )
  }
}
