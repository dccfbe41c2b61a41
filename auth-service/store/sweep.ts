import type { Store } from './store.js'

const hour = 3_600_000
/** How long an ended key is still listed. */
const endedKeysMs = 30 * 24 * hour

/** Removes what can matter to nobody any more: sessions and signing keys without a living token, keys long ended. */
export async function sweep(store: Store, life: { accessMs: number; refreshMs: number }, now: number): Promise<void> {
  const remove = async (kind: 'sessions' | 'apiKeys' | 'signingKeys', overForMs: number) => {
    const over = await store.listOver(kind, 0, now - overForMs)
    await store.remove(
      kind,
      over.map(({ id }) => id),
    )
  }
  await remove('sessions', life.accessMs + hour)
  await remove('apiKeys', endedKeysMs)
  await remove('signingKeys', life.refreshMs + hour)
}

/** Sweeps now and every hour. @returns the function that ends it. */
export function keepSwept(work: () => Promise<void>, onError: (error: unknown) => void): () => void {
  const run = () => void work().catch(onError)
  run()
  const timer = setInterval(run, hour).unref()
  return () => clearInterval(timer)
}
