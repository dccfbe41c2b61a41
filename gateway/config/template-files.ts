import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Where search templates are declared, in the configuration folder. */
export const templatesFolder = 'search-templates'

/** The texts of the search templates, by their paths in the configuration folder, in order. */
export function templateTexts(configDir: string): Record<string, string> {
  const files = templatePaths(configDir).filter((path) => path.endsWith('.yml'))
  return Object.fromEntries(
    files.map((path) => [path, readFileSync(join(configDir, path), 'utf8')]),
  )
}

/** The folder of search templates and its files; nothing if there is none. */
export function templatePaths(configDir: string): string[] {
  const folder = join(configDir, templatesFolder)
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return []
  const inside = readdirSync(folder).sort()
  return [templatesFolder, ...inside.map((name) => join(templatesFolder, name))]
}
