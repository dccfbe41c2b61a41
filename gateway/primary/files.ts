import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { requiredSetting, setting } from '../../kit/config/settings.js'
import type { Texts } from '../config/config.js'
import { templatePaths, templateTexts } from '../config/template-files.js'
import { readTls } from '../config/tls.js'
import type { Files } from '../worker/messages.js'

const names = ['gateway.config.yml', 'system.config.yml'] as const

/**
 * Reads the files of a configuration. A text that cannot be read is left out: the check that needs
 * it reports why.
 * @throws Error as readTls.
 */
export function readFiles(): Files {
  const texts: Texts = {}
  for (const name of names) {
    try {
      texts[name] = readFileSync(join(requiredSetting('CONFIG_DIR'), name), 'utf8')
    } catch {
      // a worker reports it
    }
  }
  return { texts, templates: templateTexts(requiredSetting('CONFIG_DIR')), tls: readTls() }
}

/** The paths of these files. */
export function watchedPaths(): string[] {
  const tls = [setting('TLS_CERT'), setting('TLS_KEY')].filter((path) => path !== undefined)
  const configDir = requiredSetting('CONFIG_DIR')
  return [...[...names, ...templatePaths(configDir)].map((name) => join(configDir, name)), ...tls]
}

export function areSame(one: Files, other: Files): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
