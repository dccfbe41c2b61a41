import { Agent } from 'node:http'
import { hashPassword } from '../../auth-service/passwords/hashing.js'
import type { Store } from '../../auth-service/store/store.js'
import { parseApiKey } from '../../kit/credentials/api-key-format.js'
import { password, type RunningAuthService } from './auth-service.js'
import { serviceParts } from './service-parts.js'
import type { Tokens } from './stack.js'

/** What was put into a store: everything in it must work, wherever the records are taken. */
export interface Filling {
  emails: string[]
  tokens: Tokens[]
  keys: string[]
}

/**
 * Fills an open store with users, each with a session and as many keys as are due to it, and
 * closes it.
 */
export async function fillStore(
  store: Store,
  amount: { users: number; keys: number },
): Promise<Filling> {
  const service = await serviceParts(store)
  const passwordHash = await hashPassword(password)
  const emails = Array.from({ length: amount.users }, (_, i) => `user-${i}@example.org`)
  const users = await Promise.all(
    emails.map((email) => service.users.create({ email, name: 'x', role: 'user', passwordHash })),
  )
  const started = await Promise.all(users.map((user) => service.sessions.start(user)))
  const wish = { name: 'x', scopes: ['organizations:read'], expiresIn: 365 }
  const made = await Promise.all(
    Array.from({ length: amount.keys }, (_, i) =>
      service.apiKeys.create(users[i % users.length]!, wish),
    ),
  )
  await service.close()
  return { emails, tokens: started.map((one) => one!.tokens), keys: made.map(({ key }) => key) }
}

/** How many keys, sessions and passwords work at a running service. */
export async function working(auth: RunningAuthService, { emails, tokens, keys }: Filling) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const statuses = async <Item>(items: readonly Item[], ask: (item: Item) => Promise<boolean>) =>
    (await Promise.all(items.map(ask))).filter(Boolean).length
  const works = {
    keys: await statuses(keys, async (key) => {
      const call = auth.internal.post('/internal/api-keys/verify').agent(agent)
      const { body } = await call
        .auth(auth.secret.service, { type: 'bearer' })
        .send(parseApiKey(key)!)
      return body.data?.state === 'active'
    }),
    sessions: await statuses(tokens, async ({ accessToken, user }) => {
      const call = auth.request.get('/api/v1/auth/me').agent(agent)
      return (await call.auth(accessToken, { type: 'bearer' })).body.data?.id === user.id
    }),
    passwords: 0,
  }
  for (const email of emails) {
    await auth.login(email)
    works.passwords++
  }
  agent.destroy()
  return works
}
