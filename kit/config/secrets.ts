import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { dataFolder } from './data-folder.js'
import { isWeakSecret } from './secret-forms.js'
import {
  type Environment,
  isOwnSecret,
  keptSecretFile,
  type OwnSecret,
  requiredSetting,
  setting,
} from './settings.js'
import type { SettingDiagnostic } from './yaml/diagnostics.js'

/**
 * A secret between the product's own parts, created and kept in DATA_DIR/secrets if it is neither
 * set nor kept. Only the starts of the auth service and the gateway call this; commands that must
 * not write (`npm run check`, the command line) call `setting`. A container with the folder mounted
 * read-only finds there what another part has created.
 * @throws Error when it can be neither read nor kept.
 */
export function ownSecret(name: OwnSecret, env: Environment = process.env): string {
  const known = setting(name, env)
  if (known !== undefined) return known
  dataFolder(env)
  keep(name, keptSecretFile(name, env))
  return requiredSetting(name, env)
}

/**
 * Warns of a weak OPERATOR_SECRET. It is in no YAML file; SERVICE_SECRET is checked where the YAML
 * names it.
 * @throws Error as `setting`.
 */
export function secretWarnings(env: Environment = process.env): SettingDiagnostic[] {
  const secret = setting('OPERATOR_SECRET', env)
  if (secret === undefined || !isWeakSecret(secret)) return []
  const message = 'this secret looks like an example'
  const remedy = 'remove it, and the next start generates one'
  return [
    { setting: 'OPERATOR_SECRET', severity: 'warning', rule: 'secret-default', message, remedy },
  ]
}

/** A setting as a start needs it: as `setting`, and a secret of our own as `ownSecret`. */
export function settingAtStart(name: string, env: Environment = process.env): string | undefined {
  return isOwnSecret(name) ? ownSecret(name, env) : setting(name, env)
}

/** Of two processes that create it at once, one wins and both read the same. */
function keep(name: OwnSecret, file: string): void {
  const draft = `${dirname(file)}/.${name}.${randomBytes(6).toString('hex')}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    linkSync(draft, file)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    throw new Error(
      `${name} is not set and cannot be kept in ${file} (${code}): set ${name} or ${name}_FILE`,
      {
        cause,
      },
    )
  } finally {
    rmSync(draft, { force: true })
  }
}
