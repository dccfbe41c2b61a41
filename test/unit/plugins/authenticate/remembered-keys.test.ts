import { makeApiKey } from '../../../../kit/credentials/api-key-format.js'
import { ApiKeyVerifier } from '../../../../plugins/authenticate/api-key-verifier.js'
import type { AuthServiceConnection } from '../../../../plugins/authenticate/auth-service-connection.js'
import { good, inAnHour } from './door.js'

test('as many keys are cached as keyCacheSize says, the last ones', async () => {
  const verdict = { ...good, expiresAt: inAnHour() }
  const changes = {
    position: 0,
    isUnavailable: false,
    hasKeyEnded: () => false,
    keyChangedAt: () => 0,
  }
  const link = { client: { verifyApiKey: async () => verdict }, changes }
  const verifier = new ApiKeyVerifier({
    link: link as unknown as AuthServiceConnection,
    keyCacheSeconds: 60,
    staleSeconds: 60,
    keyCacheSize: 3,
  })
  const keys = Array.from({ length: 4 }, () => makeApiKey())
  for (const key of keys)
    await verifier.verify(key, Date.now(), { address: '192.0.2.1', traceparent: '' })
  const isCached = (key: string) => verifier.cached(key, Date.now()) !== undefined
  expect(keys.map(isCached)).toEqual([false, true, true, true])
})
