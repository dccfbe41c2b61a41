import { join } from 'node:path'
import { configurationFiles, configurationText } from '../../kit/config/yaml/file.js'

/** Where search templates are declared, in the configuration folder. */
const templatesFolder = 'search-templates'
/** Words and causes by which plugins read the texts of callers. */
const wordFiles = ['causes.yml', 'words.yml']

/**
 * The texts of the search templates and of their words, by their paths in the configuration folder,
 * in order.
 */
export function readTemplateTexts(configDir: string): Record<string, string> {
  const files = listTemplatePaths(configDir).filter((path) => path.endsWith('.yml'))
  return Object.fromEntries(files.map((path) => [path, configurationText(join(configDir, path))]))
}

/** The files of words, if there are any, and the folder of search templates with its files. */
export function listTemplatePaths(configDir: string): string[] {
  const words = configurationFiles(configDir).filter((name) => wordFiles.includes(name))
  const inside = configurationFiles(join(configDir, templatesFolder)).sort()
  return [...words, templatesFolder, ...inside.map((name) => join(templatesFolder, name))]
}
