import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Accounts } from '../../../auth-service/accounts/accounts.js'
import { AccountLinks } from '../../../auth-service/accounts/links.js'
import type { Mail } from '../../../auth-service/accounts/mailer.js'
import { Outbox } from '../../../auth-service/accounts/outbox.js'
import { RequestLimits } from '../../../auth-service/accounts/request-limits.js'
import { UserChanges } from '../../../auth-service/administration/user-changes.js'
import { parseConfig } from '../../../auth-service/config/config.js'
import { makeFirstUser } from '../../../auth-service/first-user.js'
import { Passwords } from '../../../auth-service/passwords/passwords.js'
import { ConflictError } from '../../../auth-service/store/errors.js'
import { openLowdbStore } from '../../../auth-service/store/lowdb/lowdb.js'
import type { Store, UserRecord } from '../../../auth-service/store/store.js'
import { makeRateLimitStore } from '../../../kit/rate-limit/store.js'
import { newPassword, password, temporaryFolder } from '../../support/auth-service.js'
import { captureLog } from '../../support/captured-log.js'
import { type Crash, crashing } from '../../support/crashing-store.js'
import { serviceParts } from '../../support/service-parts.js'
import { until } from '../../support/until.js'

const folder = temporaryFolder()
let store: Store
beforeAll(async () => {
  captureLog()
  store = await openLowdbStore(folder)
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

/** The service on a store that may crash. */
async function serviceOn(served: Store) {
  const now = Date.now
  const { config } = parseConfig(
    'f',
    'accounts: { signUp: invite, maxPerNetwork: 1000 }',
    () => undefined,
  )
  const parts = await serviceParts(served)
  const { users, sessions } = parts
  const passwords = new Passwords({ users, sessions, config, now })
  const links = new AccountLinks(served, config.accounts, now)
  const accounts = new Accounts({
    config: config.accounts,
    publicUrl: 'https://directory.example.org',
    users,
    passwords,
    links,
    limits: new RequestLimits(config.accounts, makeRateLimitStore({})),
    outbox: undefined,
  })
  return { ...parts, passwords, links, accounts, userChanges: new UserChanges(parts) }
}
type Service = Awaited<ReturnType<typeof serviceOn>>

const rowsOf = async (email: string) =>
  (await store.list('users')).filter((user) => user.email === email)

/** A store with another way to create records. */
function createdBy(create: Store['create'], within = store): Store {
  const get = (target: Store, name: string) => {
    const member: unknown = Reflect.get(target, name)
    return name === 'create' ? create : typeof member === 'function' ? member.bind(target) : member
  }
  return new Proxy(within, { get })
}

/** A creation that comes to a halt before it writes the account. */
function halting() {
  let goOn = () => {}
  const halt = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const create: Store['create'] = async (kind, id, record) => {
    if (kind === 'users') await halt
    return store.create(kind, id, record)
  }
  return { store: createdBy(create), goOn }
}

describe('of creations at once', () => {
  const account = { name: 'Ada', role: 'user', passwordHash: '0 x' }

  test('each address gets one account, each account an id', async () => {
    const { users } = await serviceOn(store)
    const emails = ['a', 'b', 'c'].flatMap((name) => Array(3).fill(`${name}@once.example`))
    const made = await Promise.allSettled(
      emails.map((email) => users.create({ ...account, email })),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const found = await Promise.all([...new Set(emails)].map((email) => users.findByEmail(email)))
    expect((await users.list()).filter(({ email }) => email.endsWith('@once.example'))).toEqual(
      found.toSorted((a, b) => a!.id - b!.id),
    )
    expect(new Set(found.map((user) => user?.id)).size).toBe(3)
  })

  test('one that halts loses its address to the next, and gets to know it', async () => {
    const email = 'halting@example.org'
    const { store: halted, goOn } = halting()
    const first = (await serviceOn(halted)).users.create({ ...account, email })
    await until(async () => (await store.get('emails', email)) !== undefined)
    const second = await (await serviceOn(store)).users.create({ ...account, email })
    goOn()
    await expect(first).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(await rowsOf(email)).toEqual([second])
  })

  test('the first user of a store that another process takes over starts the service', async () => {
    const empty = temporaryFolder()
    const own = await openLowdbStore(empty)
    const email = 'first@example.org'
    const overtaken: Store['create'] = async (kind, id, record) => {
      if (kind === 'users') await own.change('emails', email, () => ({ userId: 2 }))
      if (kind === 'users') throw new ConflictError()
      return own.create(kind, id, record)
    }
    const service = await serviceOn(createdBy(overtaken, own))
    const env = { BOOTSTRAP_EMAIL: email, BOOTSTRAP_PASSWORD: password }
    await makeFirstUser(service, env)
    await own.close()
    rmSync(empty, { recursive: true })
  })
})

interface Use {
  /** Makes the link. @returns its token. */
  linkFor(service: Service, email: string): Promise<string>
  use(service: Service, token: string): Promise<unknown>
  /** Fails unless the effect is there, once. */
  isDone(service: Service, email: string): Promise<void>
}

async function hasOneAccount({ users, passwords }: Service, email: string): Promise<void> {
  expect(await rowsOf(email)).toEqual([await users.findByEmail(email)])
  const [user] = await rowsOf(email)
  expect(await passwords.matches(user!.passwordHash, password)).toBe(true)
}

const uses: Record<string, Use> = {
  verify: {
    async linkFor({ links, passwords }, email) {
      const account = { email, name: 'Ada', role: 'user' }
      const passwordHash = await passwords.hash(password, account)
      return (await links.open({ purpose: 'verify', ...account, passwordHash })).token
    },
    use: ({ accounts }, token) => accounts.verify(token, password),
    isDone: hasOneAccount,
  },
  accept: {
    linkFor: async ({ links }, email) =>
      (await links.open({ purpose: 'invite', email, role: 'user' })).token,
    use: ({ accounts }, token) => accounts.accept({ token, name: 'Ada', password }),
    isDone: hasOneAccount,
  },
  reset: {
    async linkFor({ accounts, links, users, passwords, sessions, store }, email) {
      const account = { email, name: 'Ada', role: 'user' }
      const passwordHash = await passwords.hash(password, account)
      const user = await users.create({ ...account, passwordHash })
      await sessions.start(user)
      await accounts.recover(email, '192.0.2.1')
      const queued = (await store.list('links')).find((link) => link.ownerId === user.id)!
      const { ownerId = 0, passwordDigest = '' } = queued
      return (await links.open({ purpose: 'reset', email, ownerId, passwordDigest })).token
    },
    use: ({ accounts }, token) => accounts.reset(token, newPassword),
    async isDone({ users, passwords, store }, email) {
      const { id, passwordHash } = (await users.findByEmail(email))!
      expect(await passwords.matches(passwordHash, newPassword)).toBe(true)
      const live = (await store.list('sessions', id)).filter(({ endedAt }) => !endedAt)
      expect(live).toEqual([])
    },
  },
}

const crashes: Crash[] = ['before', 'after']

describe.each(Object.entries(uses))('a link used to %s', (name, { linkFor, use, isDone }) => {
  test.each(crashes)('has its effect once, whatever write the service dies %s', async (crash) => {
    const service = await serviceOn(store)
    for (let at = 1, isDead = true; isDead; at++) {
      const email = `${name}-${crash}-${at}@example.org`
      const token = await linkFor(service, email)
      const dying = crashing(store, at, crash)
      await use(await serviceOn(dying.store), token).catch(() => undefined)
      isDead = dying.isDead
      await use(service, token).catch((error) => expect(error.code).toBe('VALIDATION_ERROR'))
      await isDone(service, email)
      await expect(use(service, token)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
      await isDone(service, email)
    }
  })

  test('has one success when it is used twice at once', async () => {
    const [one, other] = [await serviceOn(store), await serviceOn(store)]
    const email = `${name}-twice@example.org`
    const token = await linkFor(one, email)
    const done = await Promise.allSettled([use(one, token), use(other, token)])
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await isDone(one, email)
  })
})

test.each(crashes)(
  'queued mails are all sent, at most one of them twice, whatever write the service dies %s',
  async (crash) => {
    const { config } = parseConfig('f', '', () => undefined)
    const emails = ['a@mail.example', 'b@mail.example', 'c@mail.example']
    for (let at = 1, isDead = true; isDead; at++) {
      const queue = await openLowdbStore(join(folder, `mails-${crash}-${at}`))
      const linksOf = (served: Store) => new AccountLinks(served, config.accounts, Date.now)
      for (const email of emails) await linksOf(queue).queue({ purpose: 'reset', email }, 'reset')
      const sent: Mail[] = []
      const outbox = (served: Store) =>
        new Outbox({
          store: served,
          links: linksOf(served),
          publicUrl: 'https://directory.example.org',
          domain: 'directory.example.org',
          send: async (mail) => void sent.push(mail),
          now: Date.now,
        })
      const dying = crashing(queue, at, crash)
      const isSent = async () => (await queue.list('links')).every(({ mail }) => !mail)
      const first = outbox(dying.store)
      await until(async () => dying.isDead || (await isSent()))
      isDead = dying.isDead
      await first.close()
      const second = outbox(queue)
      await until(isSent)
      await second.close()
      expect([...new Set(sent.map(({ to }) => to))].sort()).toEqual(emails)
      expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(emails.length)
      expect([at, sent.length <= emails.length + (isDead ? 1 : 0)]).toEqual([at, true])
      for (const { to, text } of sent) {
        const [, token] = /#reset=(\w+)/.exec(text)!
        expect((await linksOf(queue).find(token!, 'reset')).email).toBe(to)
      }
      await queue.close()
    }
  },
)

describe('a deletion', () => {
  /** An account with a session, a key and a link. */
  async function account({ users, sessions, apiKeys, links }: Service, email: string) {
    const user = await users.create({ email, name: 'Ada', role: 'user', passwordHash: '0 x' })
    await sessions.start(user)
    await apiKeys.create(user, { name: 'x', scopes: ['organizations:read'], expiresIn: 1 })
    await links.open({ purpose: 'reset', email, ownerId: user.id })
    return user
  }

  /** What of an account is there after its deletion. */
  async function restOf({ id, email }: UserRecord) {
    const [keys, sessions] = [await store.list('apiKeys', id), await store.list('sessions', id)]
    return {
      rows: await rowsOf(email),
      address: await store.get('emails', email),
      links: (await store.list('links')).filter((link) => link.email === email),
      keys: keys.filter(({ isRevoked }) => !isRevoked),
      sessions: sessions.filter(({ endedAt }) => !endedAt),
    }
  }
  const nothing = { rows: [], address: undefined, links: [], keys: [], sessions: [] }

  test.each(crashes)(
    'opens no door and is finished, if the service dies %s a write',
    async (crash) => {
      const service = await serviceOn(store)
      for (let at = 1, isDead = true; isDead; at++) {
        const user = await account(service, `leaving-${crash}-${at}@example.org`)
        const dying = crashing(store, at, crash)
        await (await serviceOn(dying.store)).userChanges.remove(user).catch(() => undefined)
        isDead = dying.isDead
        const row = (await service.users.find(user.id))!
        const hasBegun = at > 1 || crash === 'after'
        expect([at, row.disabledAt !== undefined]).toEqual([at, hasBegun])
        if (hasBegun) {
          await expect(service.userChanges.enable(row)).rejects.toMatchObject({ code: 'NOT_FOUND' })
        }
        const again = async () =>
          service.userChanges.remove(await service.users.named(String(user.id)))
        if (hasBegun && at % 2) await service.userChanges.finishRemovals()
        else await again().catch((error) => expect(error.code).toBe('NOT_FOUND'))
        expect(await restOf(user)).toEqual(nothing)
      }
    },
  )
})
