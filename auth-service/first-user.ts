import { ApiError } from '../kit/api/errors.js'
import type { NewUser } from '../kit/api/internal-answers.js'
import { type Environment, setting } from '../kit/config/settings.js'
import { audit } from './kit/audit.js'
import { isEmail } from './kit/email.js'
import type { AuthService } from './service/service.js'

/**
 * Creates the first user of an empty store: the admin named by BOOTSTRAP_EMAIL and
 * BOOTSTRAP_PASSWORD, or the demo user of `npm start` (DEMO_PASSWORD or DEMO_PASSWORD_FILE).
 * @throws Error when only one of a pair is set, when the rules refuse it, or for a demo user in
 *   production.
 */
export async function makeFirstUser(
  { users, passwords }: Pick<AuthService, 'users' | 'passwords'>,
  env: Environment,
): Promise<void> {
  const first = firstAccount(env)
  if (!first || (await users.list()).length > 0) return
  try {
    const { password, ...user } = first
    const { id } = await users.create({
      ...user,
      passwordHash: await passwords.hash(password, user),
    })
    audit('user-created', { requestId: 'start', address: 'local', userId: id })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Another process of the same store is faster: it claims the address before it writes the row.
    if ('email' in error.details) return
    throw new Error(`the first user cannot be created: ${error.message}`)
  }
}

function firstAccount(env: Environment): Required<NewUser> | undefined {
  const email = setting('BOOTSTRAP_EMAIL', env)
  const password = setting('BOOTSTRAP_PASSWORD', env)
  if ((email === undefined) !== (password === undefined)) {
    throw new Error('set BOOTSTRAP_EMAIL and BOOTSTRAP_PASSWORD together, or neither')
  }
  if (email !== undefined && !isEmail(email))
    throw new Error('BOOTSTRAP_EMAIL must be an e-mail address')
  if (email !== undefined && password !== undefined)
    return { email, password, name: 'Administrator', role: 'admin' }
  const demo = setting('DEMO_PASSWORD', env)
  if (demo === undefined) return undefined
  if (env.NODE_ENV === 'production')
    throw new Error('NODE_ENV=production: there is no demo user; unset DEMO_PASSWORD')
  return { email: 'demo@example.org', password: demo, name: 'Demo User', role: 'user' }
}
