import { ApiKeys } from '../../auth-service/api-keys/api-keys.js'
import { LastUsed } from '../../auth-service/api-keys/last-used.js'
import { parseConfig } from '../../auth-service/config/config.js'
import { Sessions } from '../../auth-service/sessions/sessions.js'
import { SigningKeys } from '../../auth-service/sessions/signing-keys.js'
import { Tokens } from '../../auth-service/sessions/tokens.js'
import type { Store } from '../../auth-service/store/store.js'
import { Users } from '../../auth-service/users/users.js'

/**
 * The auth service within the test, without listeners and hashing: users, sessions and keys over an
 * open store.
 */
export async function serviceParts(store: Store, { yaml = '', now = Date.now } = {}) {
  const { config } = parseConfig('f', yaml, () => undefined)
  const signingKeys = new SigningKeys(store, config.tokens.refreshIdleSeconds * 1000, now)
  await signingKeys.open()
  const users = new Users(store, config, now)
  const sessions = new Sessions({
    store,
    users,
    tokens: new Tokens(signingKeys, config.tokens, now),
    config,
    now,
  })
  const lastUsed = new LastUsed(store, config.apiKeys.lastUsedSeconds, (error) =>
    expect(error).toBeUndefined(),
  )
  const apiKeys = new ApiKeys({ store, config, lastUsed, now })
  const close = async () => {
    await lastUsed.close()
    await store.close()
  }
  return { store, users, sessions, apiKeys, close }
}
export type ServiceParts = Awaited<ReturnType<typeof serviceParts>>
