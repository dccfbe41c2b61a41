import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder } from '../kit/config/data-folder.js'
import { type Environment, requiredSetting, setting } from '../kit/config/settings.js'

/** The account a newcomer logs in with. */
export interface Login {
  email: string
  /**
   * File that holds the password (mode 0600), or undefined when the operator set it by
   * BOOTSTRAP_PASSWORD.
   */
  passwordFile?: string
}

/**
 * The first account of the running service: the operator's BOOTSTRAP_EMAIL, or demo@example.org
 * with a random password kept in DATA_DIR/demo.
 */
export function firstLogin(env: Environment = process.env): Login {
  const email = setting('BOOTSTRAP_EMAIL', env)
  if (email !== undefined) return { email }
  return { email: 'demo@example.org', passwordFile: join(requiredSetting('DATA_DIR', env), 'demo') }
}

/**
 * Makes the demo password once, before the auth service's first start.
 * @throws Error in production, where BOOTSTRAP_EMAIL and BOOTSTRAP_PASSWORD name the first account.
 */
export function prepareLogin(env: Environment = process.env): Login {
  const login = firstLogin(env)
  if (login.passwordFile === undefined) return login
  if (env.NODE_ENV === 'production') {
    throw new Error(
      'NODE_ENV=production: set BOOTSTRAP_EMAIL and BOOTSTRAP_PASSWORD; there is no demo login',
    )
  }
  dataFolder(env)
  if (!existsSync(login.passwordFile)) {
    writeFileSync(login.passwordFile, `${randomBytes(12).toString('base64url')}\n`, {
      mode: 0o600,
      flag: 'wx',
    })
  }
  return login
}

/** The password of the login. @throws Error when it is set and kept nowhere. */
export function readPassword({ passwordFile }: Login): string {
  if (passwordFile === undefined) return requiredSetting('BOOTSTRAP_PASSWORD')
  try {
    return readFileSync(passwordFile, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      `cannot read ${passwordFile} (${code}). Run \`npm start\` in another terminal, with the same ` +
        'DATA_DIR as here',
    )
  }
}
