import { createHash } from 'node:crypto'
import { requiredSetting } from '../../kit/config/settings.js'
import type { Mapping } from '../../kit/config/yaml/mapping.js'
import { maskValue } from '../../kit/config/yaml/shown.js'
import { pluginsDir } from '../config/plugin-code.js'

/** Makes a value what may be shown. */
export type Seal = (value: object) => Mapping

/** Puts digests in place of secrets, and names in place of folders, which differ by machine. */
export function sealer(secrets: Iterable<string>): Seal {
  const folders = { CONFIG_DIR: requiredSetting('CONFIG_DIR'), PLUGINS: pluginsDir }
  const named = (text: string) => {
    const found = Object.entries(folders).find(([, folder]) => text.startsWith(`${folder}/`))
    return found ? `\${${found[0]}}${text.slice(found[1].length)}` : text
  }
  return (value) =>
    JSON.parse(JSON.stringify(maskValue(value, secrets, digest)), (_, item) =>
      typeof item === 'string' ? named(item) : item,
    )
}

const digestMark = 'sha256:'

/** In place of a secret. */
export function digest(text: string): string {
  return digestMark + createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

/** Whether a value stands for one that is not shown. */
export function isSealed(value: unknown): boolean {
  return typeof value === 'string' && value.includes(digestMark)
}
