import type { Store } from './store.js'

const hour = 3_600_000
/** How long an ended key is still listed. */
const endedKeysMs = 30 * 24 * hour

/** Removes what can matter to nobody any more: sessions and signing keys without a living token, keys long ended. */
export async function sweep(store: Store, life: { accessMs: number; refreshMs: number }, now: number): Promise<void> {
  const [sessions, apiKeys, signingKeys] = await Promise.all([
    store.list('sessions'),
    store.list('apiKeys'),
    store.list('signingKeys'),
  ])
  const overdue = [
    ...sessions
      .filter(({ endedAt, expiresAt }) => (endedAt ?? expiresAt) + life.accessMs < now)
      .map(({ id }) => store.remove('sessions', id)),
    ...apiKeys
      .filter(({ revokedAt, expiresAt }) => Math.min(revokedAt ?? expiresAt, expiresAt) + endedKeysMs < now)
      .map(({ id }) => store.remove('apiKeys', id)),
    ...signingKeys
      .filter(({ retiredAt }) => retiredAt !== undefined && retiredAt + life.refreshMs + hour < now)
      .map(({ id }) => store.remove('signingKeys', id)),
  ]
  await Promise.all(overdue)
}

/** Sweeps now and every hour. @returns the function that ends it. */
export function keepSwept(work: () => Promise<void>, onError: (error: unknown) => void): () => void {
  const run = () => void work().catch(onError)
  run()
  const timer = setInterval(run, hour).unref()
  return () => clearInterval(timer)
}
