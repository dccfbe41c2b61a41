import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '../../auth-service/config/config.js'
import { accessGuards } from '../../auth-service/http/access.js'
import { listen } from '../../auth-service/http/listener.js'
import { publicRoutes } from '../../auth-service/routes/tables.js'
import { createService } from '../../auth-service/service/service.js'
import { authSettings } from '../../auth-service/settings.js'
import { StoreError } from '../../auth-service/store/errors.js'
import { openLowdbStore } from '../../auth-service/store/lowdb/lowdb.js'
import type { Store } from '../../auth-service/store/store.js'
import { log } from '../../kit/log/log.js'

jest.mock('../../auth-service/passwords/hash-threads.js', () => ({ HashThreads: class {} }))

/**
 * The auth service's public listener within the test, without hashing, and the tokens of a user.
 * Its store works until `fail` is called: then every call of the store rejects.
 */
export async function startFailingAuthService() {
  log.level = 'silent'
  const folder = mkdtempSync(join(tmpdir(), 'directory-failing-'))
  let isFailing = false
  const lasting = await openLowdbStore(folder)
  const store = new Proxy(lasting, {
    get(target, name: keyof Store) {
      const member = target[name] as unknown
      if (typeof member !== 'function') return member
      return (...given: unknown[]) =>
        isFailing
          ? Promise.reject(new StoreError('away', 'the planted fault'))
          : member.apply(target, given)
    },
  })
  const { config } = parseConfig('f', '', () => undefined)
  const service = await createService({ store, config, seed: undefined, onError: () => {} })
  const account = { email: 'ada@example.org', name: 'Ada', role: 'user', passwordHash: '0 x' }
  const started = await service.sessions.start(await service.users.create(account))
  const settings = { ...process.env, AUTH_PORT: '0' }
  const { clientOf, connections, places } = authSettings(settings)
  const guards = accessGuards({ service: 'nobody', operator: 'no one' }, service.sessions)
  const listener = await listen(publicRoutes(service), guards, {
    ...{ place: places.public, connections, clientOf },
  })
  return {
    url: listener.url,
    tokens: started!.tokens,
    fail: () => {
      isFailing = true
    },
    async close() {
      isFailing = false
      await listener.close(0)
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
