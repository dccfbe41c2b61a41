import { requiredSetting } from '../../kit/config/settings.js'
import type { PlacedDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import { configurationFiles, readConfigurationFile } from '../../kit/config/yaml/file.js'
import { parseSource } from '../../kit/config/yaml/source.js'

/** What a file says, or its mistakes. */
export interface ReadFile<Content> {
  content: Content
  mistakes: readonly PlacedDiagnostic[]
}

/** A file as YAML, with what gives its mistakes their places. */
export type Source = ReturnType<typeof parseSource>

/**
 * Makes the reader of a file of the configuration folder, which reads the same text once.
 * @param none What there is without the file, and of one with mistakes.
 */
export function makeFileReader<Content>(
  name: string,
  none: Content,
  read: (source: Source) => ReadFile<Content>,
): () => ReadFile<Content> {
  let known: { key: string; read: ReadFile<Content> } | undefined
  return () => {
    const configDir = requiredSetting('CONFIG_DIR')
    if (!configurationFiles(configDir).includes(name)) return { content: none, mistakes: [] }
    const { file, text } = readConfigurationFile(configDir, name)
    const key = `${file}\n${text}`
    if (known?.key !== key) {
      const source = parseSource(file, text, () => undefined)
      const { mistakes } = source
      known = { key, read: mistakes.length > 0 ? { content: none, mistakes } : read(source) }
    }
    return known.read
  }
}
