import { ApiKeys } from './api-keys/api-keys.js'
import { LastUsed } from './api-keys/last-used.js'
import type { Config } from './config.js'
import { Login } from './passwords/passwords.js'
import { Sessions } from './sessions/sessions.js'
import { SigningKeys } from './sessions/signing-keys.js'
import { Tokens } from './sessions/tokens.js'
import { Users } from './sessions/users.js'
import type { Store } from './store/store.js'
import { keepSwept, sweep } from './store/sweep.js'

/** The parts of the service that the routes call. */
export interface Service {
  store: Store
  config: Config
  users: Users
  login: Login
  sessions: Sessions
  apiKeys: ApiKeys
  keys: SigningKeys
  now: () => number
  close(): Promise<void>
}

/**
 * Puts the service together over an open store.
 * @param seed PASERK secret key of the first signing key.
 * @param onError Hears of work behind the scenes that failed.
 */
export async function createService(parts: {
  store: Store
  config: Config
  seed: string | undefined
  onError: (error: unknown) => void
  now?: () => number
}): Promise<Service> {
  const { store, config, seed, onError, now = Date.now } = parts
  const { accessSeconds, refreshIdleSeconds } = config.tokens
  const refreshMs = Math.max(accessSeconds, refreshIdleSeconds) * 1000
  const keys = new SigningKeys(store, refreshMs, now)
  await keys.open(seed)
  const users = new Users(store, now)
  const tokens = new Tokens(keys, config.tokens, now)
  const sessions = new Sessions({ store, users, tokens, keys, config, now })
  const login = await Login.create({ users, sessions, config, now })
  const lastUsed = new LastUsed(store, config.apiKeys.lastUsedSeconds, onError)
  const apiKeys = new ApiKeys({ store, config, lastUsed, now })
  const stopSweeping = keepSwept(() => sweep(store, { accessMs: accessSeconds * 1000, refreshMs }, now()), onError)
  // another process may have made or withdrawn one; a withdrawal is effective within 5 s everywhere (DESIGN 4)
  const reloading = store.isShared ? setInterval(() => void keys.reload().catch(onError), 4000).unref() : undefined
  const close = async () => {
    clearInterval(reloading)
    stopSweeping()
    await lastUsed.close()
    await store.close()
  }
  return { store, config, users, login, sessions, apiKeys, keys, now, close }
}
