import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ConfigurationError } from './diagnostics.js'

/** A file of the configuration folder, as written. */
export interface ConfigurationFile {
  /** Its name in messages: relative to the working directory when it is inside. */
  file: string
  text: string
}

/** Texts by their paths, where they are read in place of the files. */
let kept: ReadonlyMap<string, string> | undefined

/**
 * From now on the files of these folders are those that were read before, by their paths in the
 * configuration folder; a file that is not among them is read when it is asked for by its name.
 */
export function readInstead(configDir: string, texts: Readonly<Record<string, string>>): void {
  kept = new Map(Object.entries(texts).map(([name, text]) => [join(configDir, name), text]))
}

/** The names of the files in a folder of the configuration. */
export function configurationFiles(path: string): string[] {
  if (kept)
    return [...kept.keys()]
      .map((file) => relative(path, file))
      .filter((name) => dirname(name) === '.')
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(path) : []
}

/** The text of a file of the configuration. @throws Error when it cannot be read. */
export function configurationText(path: string): string {
  return kept?.get(path) ?? readFileSync(path, 'utf8')
}

/** @throws ConfigurationError when it cannot be read. */
export function readConfigurationFile(configDir: string, name: string): ConfigurationFile {
  const path = join(configDir, name)
  const near = relative(process.cwd(), path)
  const file = near.startsWith('..') ? path : near
  const text = readOr(path, (code) =>
    unreadable(
      file,
      'the file cannot be read',
      `CONFIG_DIR must name the folder that holds it (${code})`,
    ),
  )
  // as PowerShell writes a file, each letter has two bytes
  if (/[\0\uFFFD]/.test(text)) throw unreadable(file, 'the file is not UTF-8', 'save it as UTF-8')
  return { file, text }
}

function readOr(path: string, errorOf: (code: string | undefined) => Error): string {
  try {
    return configurationText(path)
  } catch (error) {
    throw errorOf((error as NodeJS.ErrnoException).code)
  }
}

function unreadable(file: string, message: string, remedy: string): ConfigurationError {
  const place = { file, line: 1, column: 1, endColumn: 1, severity: 'error' } as const
  return new ConfigurationError([{ ...place, rule: 'file-unreadable', message, remedy }])
}
