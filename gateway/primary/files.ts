import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { requiredSetting, setting } from '../../kit/config/settings.js'
import { digestFile, type PluginCode } from '../config/plugin-code.js'
import { listTemplatePaths, readTemplateTexts } from '../config/template-files.js'
import { readTls } from '../config/tls.js'
import type { Files } from '../worker/messages.js'

const names = ['gateway.config.yml', 'system.config.yml'] as const

/**
 * Reads the files of a configuration. A text that cannot be read is left out: the check that needs
 * it reports why.
 * @throws Error as readTls.
 */
export function readFiles(): Files {
  const texts = readTemplateTexts(requiredSetting('CONFIG_DIR'))
  for (const name of names) {
    try {
      texts[name] = readFileSync(join(requiredSetting('CONFIG_DIR'), name), 'utf8')
    } catch {
      // a worker reports it
    }
  }
  return { texts, tls: readTls() }
}

/** What is watched: these files, and the code of plugins. */
export interface Watched extends Files {
  code: PluginCode
}

/** @param codeFiles Paths of plugins' files. @throws Error as readFiles. */
export function readWatched(codeFiles: readonly string[]): Watched {
  const code = Object.fromEntries(codeFiles.map((path) => [path, digestFile(path)]))
  return { ...readFiles(), code }
}

/** The paths of what is watched. */
export function watchedPaths(codeFiles: readonly string[]): string[] {
  const tls = [setting('TLS_CERT'), setting('TLS_KEY')].filter((path) => path !== undefined)
  const configDir = requiredSetting('CONFIG_DIR')
  const inConfigDir = [...names, ...listTemplatePaths(configDir)].map((name) =>
    join(configDir, name),
  )
  return [...inConfigDir, ...tls, ...codeFiles]
}

export function areSame(one: Watched, other: Watched): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
