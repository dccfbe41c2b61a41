import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { requiredSetting, setting } from '../../kit/config/settings.js'
import type { Texts } from '../config/config.js'
import { questionPaths, questionTexts } from '../config/question-files.js'
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
  return { texts, questions: questionTexts(requiredSetting('CONFIG_DIR')), tls: readTls() }
}

/** The paths of these files. */
export function watchedPaths(): string[] {
  const tls = [setting('TLS_CERT'), setting('TLS_KEY')].filter((path) => path !== undefined)
  const configDir = requiredSetting('CONFIG_DIR')
  return [...[...names, ...questionPaths(configDir)].map((name) => join(configDir, name)), ...tls]
}

export function areSame(one: Files, other: Files): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
