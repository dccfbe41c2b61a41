import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ConfigurationError } from './diagnostics.js'

/** A file of the configuration folder, as written. */
export interface ConfigurationFile {
  /** Its name in messages: relative to the working directory when it is inside. */
  file: string
  text: string
}

/** @param known Its text, if it was read. @throws ConfigurationError when it cannot be read. */
export function readConfigurationFile(
  configDir: string,
  name: string,
  known?: string,
): ConfigurationFile {
  const path = join(configDir, name)
  const near = relative(process.cwd(), path)
  const file = near.startsWith('..') ? path : near
  try {
    return { file, text: known ?? readFileSync(path, 'utf8') }
  } catch (error) {
    const remedy = `CONFIG_DIR must name the folder that holds it (${(error as NodeJS.ErrnoException).code})`
    const violation = { rule: 'file-unreadable', message: 'the file cannot be read', remedy }
    throw new ConfigurationError([
      { file, line: 1, column: 1, endColumn: 1, severity: 'error', ...violation },
    ])
  }
}
