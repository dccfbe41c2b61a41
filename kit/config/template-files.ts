import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Where search templates are declared, in the configuration folder. */
export const templatesFolder = 'search-templates'
/** The file of words that mean the same, in the configuration folder (docs/finding.md). */
export const wordsFile = 'words.yml'

/** Texts by their paths in the configuration folder. */
type Texts = Readonly<Record<string, string>>

let held: Texts | undefined

/** From now on these are the files for this process, whatever the disk says. */
export function holdTemplates(texts: Texts): void {
  held = texts
}

/**
 * The texts of the search templates and of their words, by their paths in the configuration folder,
 * in order.
 */
export function templateTexts(configDir: string): Texts {
  return (
    held ??
    Object.fromEntries(
      templateFiles(configDir).map((path) => [path, readFileSync(join(configDir, path), 'utf8')]),
    )
  )
}

/** Their paths in the configuration folder, in order. */
export function templateFiles(configDir: string): string[] {
  if (held) return Object.keys(held)
  return templatePaths(configDir).filter((path) => path.endsWith('.yml'))
}

/** The text of one of them; undefined: it is to be read. */
export function heldTemplate(path: string): string | undefined {
  return held?.[path]
}

/** The file of words, and the folder of search templates with its files; of what is on the disk. */
export function templatePaths(configDir: string): string[] {
  const words = existsSync(join(configDir, wordsFile)) ? [wordsFile] : []
  const folder = join(configDir, templatesFolder)
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return words
  const inside = readdirSync(folder).sort()
  return [...words, templatesFolder, ...inside.map((name) => join(templatesFolder, name))]
}
