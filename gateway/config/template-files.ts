import { join } from 'node:path'
import { configurationFiles, configurationText } from '../../kit/config/yaml/file.js'

/** Where search templates are declared, in the configuration folder. */
const templatesFolder = 'search-templates'
/** The words that mean the same in them. */
const wordsFile = 'words.yml'

/**
 * The texts of the search templates and of their words, by their paths in the configuration folder,
 * in order.
 */
export function readTemplateTexts(configDir: string): Record<string, string> {
  const files = listTemplatePaths(configDir).filter((path) => path.endsWith('.yml'))
  return Object.fromEntries(files.map((path) => [path, configurationText(join(configDir, path))]))
}

/** The file of words, if there is one, and the folder of search templates with its files. */
export function listTemplatePaths(configDir: string): string[] {
  const words = configurationFiles(configDir).filter((name) => name === wordsFile)
  const inside = configurationFiles(join(configDir, templatesFolder)).sort()
  return [...words, templatesFolder, ...inside.map((name) => join(templatesFolder, name))]
}
