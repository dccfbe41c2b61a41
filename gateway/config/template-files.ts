import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Where search templates are declared, in the configuration folder. */
const templatesFolder = 'search-templates'
/** The words that mean the same in them. */
const wordsFile = 'words.yml'

/**
 * The texts of the search templates and of their words, by their paths in the configuration folder,
 * in order.
 */
export function templateTexts(configDir: string): Record<string, string> {
  const files = templatePaths(configDir).filter((path) => path.endsWith('.yml'))
  return Object.fromEntries(
    files.map((path) => [path, readFileSync(join(configDir, path), 'utf8')]),
  )
}

/** The file of words, and the folder of search templates with its files; of what there is. */
export function templatePaths(configDir: string): string[] {
  const words = existsSync(join(configDir, wordsFile)) ? [wordsFile] : []
  const folder = join(configDir, templatesFolder)
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return words
  const inside = readdirSync(folder).sort()
  return [...words, templatesFolder, ...inside.map((name) => join(templatesFolder, name))]
}
