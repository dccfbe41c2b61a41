import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Where questions are declared, in the configuration folder. */
export const questionsFolder = 'search-templates'

/** The texts of the files of questions, by their paths in the configuration folder, in order. */
export function questionTexts(configDir: string): Record<string, string> {
  const files = questionPaths(configDir).filter((path) => path.endsWith('.yml'))
  return Object.fromEntries(
    files.map((path) => [path, readFileSync(join(configDir, path), 'utf8')]),
  )
}

/** The folder of questions and its files; nothing if there is none. */
export function questionPaths(configDir: string): string[] {
  const folder = join(configDir, questionsFolder)
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return []
  const inside = readdirSync(folder).sort()
  return [questionsFolder, ...inside.map((name) => join(questionsFolder, name))]
}
