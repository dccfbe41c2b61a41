import { makeRateLimitStore, type RateLimitStore } from '../../kit/rate-limit/store.js'
import { Accounts } from '../accounts/accounts.js'
import { AccountLinks } from '../accounts/links.js'
import { Outbox } from '../accounts/outbox.js'
import { RequestLimits } from '../accounts/request-limits.js'
import type { AccountSettings } from '../accounts/settings.js'
import { Admins } from '../administration/admins.js'
import { UserChanges } from '../administration/user-changes.js'
import { ApiKeys } from '../api-keys/api-keys.js'
import { KeyVerifier } from '../api-keys/key-verifier.js'
import { LastUsed } from '../api-keys/last-used.js'
import type { AuthConfig } from '../config/config.js'
import { Passwords } from '../passwords/passwords.js'
import { followKeys } from '../sessions/followed-keys.js'
import { Sessions } from '../sessions/sessions.js'
import { SigningKeys } from '../sessions/signing-keys.js'
import { Tokens } from '../sessions/tokens.js'
import { isClockSteady } from '../store/steady-clock.js'
import type { Store } from '../store/store.js'
import { keepSwept, sweep } from '../store/sweep.js'
import { Users } from '../users/users.js'

/** The parts of the service that the routes call. */
export interface AuthService {
  store: Store
  config: AuthConfig
  users: Users
  userChanges: UserChanges
  admins: Admins
  accounts: Accounts
  passwords: Passwords
  sessions: Sessions
  apiKeys: ApiKeys
  keyVerifier: KeyVerifier
  signingKeys: SigningKeys
  /** PUBLIC_URL. */
  publicUrl: string | undefined
  now: () => number
  /** Whether it is being stopped, and still serves. */
  isRetiring(): boolean
  retire(): void
  close(): Promise<void>
}

/**
 * Assembles the service on an open store.
 * @param seed PASERK secret key of the first signing key.
 * @param onError Receives failures of background work.
 */
export async function createService(parts: {
  store: Store
  config: AuthConfig
  seed: string | undefined
  /** By default no mail can be sent. */
  settings?: AccountSettings
  /** Where sign-ups are counted; by default in memory. */
  counts?: RateLimitStore
  onError: (error: unknown) => void
  now?: () => number
}): Promise<AuthService> {
  const { store, config, seed, settings, onError, now = Date.now } = parts
  const { counts = makeRateLimitStore({}) } = parts
  const { accessSeconds, refreshIdleSeconds } = config.tokens
  const refreshMs = Math.max(accessSeconds, refreshIdleSeconds) * 1000
  const signingKeys = new SigningKeys(store, refreshMs, now)
  await signingKeys.open(seed)
  const users = new Users(store, config, now)
  const tokens = new Tokens(signingKeys, config.tokens, now)
  const sessions = new Sessions({ store, users, tokens, config, now })
  const passwords = new Passwords({ users, sessions, config, now })
  const lastUsed = new LastUsed(store, config.apiKeys.lastUsedSeconds, onError)
  const apiKeys = new ApiKeys({ store, config, lastUsed, now })
  const keyVerifier = new KeyVerifier({ store, rules: config, lastUsed, now })
  const userChanges = new UserChanges({ users, sessions, apiKeys })
  const admins = new Admins({ users, roles: config.roles, now })
  const links = new AccountLinks(store, config.accounts, now)
  const outbox = await makeOutbox({ store, links, now }, settings)
  const accounts = new Accounts({
    config: config.accounts,
    publicUrl: settings?.publicUrl,
    users,
    passwords,
    links,
    limits: new RequestLimits(config.accounts, counts),
    outbox,
  })
  const life = { accessMs: accessSeconds * 1000, refreshMs }
  const stopSweeping = keepSwept(async () => {
    await userChanges.finishRemovals()
    if (await isClockSteady(store, now())) await sweep(store, life, now())
  }, onError)
  const stopFollowing = store.isShared ? followKeys(store, signingKeys, onError) : undefined
  let isRetiring = false
  const close = async () => {
    stopFollowing?.()
    stopSweeping()
    await outbox?.close()
    await lastUsed.close()
    await counts.close()
    await store.close()
  }
  return {
    store,
    config,
    users,
    userChanges,
    admins,
    accounts,
    passwords,
    sessions,
    apiKeys,
    keyVerifier,
    signingKeys,
    publicUrl: settings?.publicUrl,
    now,
    isRetiring: () => isRetiring,
    retire() {
      isRetiring = true
    },
    close,
  }
}

async function makeOutbox(
  parts: { store: Store; links: AccountLinks; now: () => number },
  { publicUrl, mail }: Partial<AccountSettings> = {},
): Promise<Outbox | undefined> {
  if (!mail || publicUrl === undefined) return undefined
  const { mailer } = await import('../accounts/mailer.js') // nodemailer is not loaded without need
  const domain = mail.from.address.split('@').at(-1)!
  return new Outbox({ ...parts, publicUrl, domain, send: mailer(mail) })
}
