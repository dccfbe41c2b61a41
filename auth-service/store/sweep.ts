import type { Store } from './store.js'

const hour = 3_600_000
/** How long an ended key is still listed (docs/api.md, API keys). */
const endedKeysMs = 30 * 24 * hour
/** Interval of the sweeps: the store grows only by the records that end in between. */
const everyMs = 600_000
/** How far a clock may be off before a record that still matters counts as over. */
export const clockSpareMs = 300_000

/**
 * Removes what is no longer needed: sessions and signing keys without a valid token, keys that
 * ended long ago, links that are over.
 * @param life Of an access token, and of the longest token that a signing key signs, ms.
 */
export async function sweep(
  store: Store,
  life: { accessMs: number; refreshMs: number },
  now: number,
): Promise<void> {
  const listIds = (records: readonly { id: string }[]) => records.map(({ id }) => id)
  const sessions = await store.listOver('sessions', 0, now)
  const lastTokenBefore = now - life.accessMs - clockSpareMs
  await store.remove(
    'sessions',
    listIds(sessions.filter(({ rotatedAt }) => rotatedAt < lastTokenBefore)),
  )
  await store.remove('apiKeys', listIds(await store.listOver('apiKeys', 0, now - endedKeysMs)))
  await store.remove('links', listIds(await store.listOver('links', 0, now - clockSpareMs)))
  await store.remove(
    'signingKeys',
    listIds(await store.listOver('signingKeys', 0, now - life.refreshMs - hour)),
  )
}

/** Sweeps now and every ten minutes. @returns the function that stops it. */
export function keepSwept(
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): () => void {
  const run = () => void work().catch(onError)
  run()
  const timer = setInterval(run, everyMs).unref()
  return () => clearInterval(timer)
}
