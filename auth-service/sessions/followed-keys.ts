import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../store/store.js'
import type { SigningKeys } from './signing-keys.js'

/** The keys are reloaded after this time even without a change in the feed, in milliseconds. */
const readEveryMs = 4000
/** Minimum time between two reads of the feed, in milliseconds. */
const pauseMs = 500

/**
 * Reloads the keys as soon as another process has created or withdrawn one.
 * @param onError Receives failures; the read is repeated.
 * @returns the function that stops it.
 */
export function followKeys(
  { feed }: Store,
  keys: SigningKeys,
  onError: (error: unknown) => void,
): () => void {
  let isOver = false
  let readAt = performance.now()

  async function follow(cursor?: string): Promise<void> {
    let next = cursor
    try {
      const news = await feed.since(cursor, readEveryMs)
      const isReported = !news.changes || news.changes.some((change) => change.of === 'signingKeys')
      if (!isOver && (isReported || performance.now() - readAt >= readEveryMs)) {
        readAt = performance.now()
        await keys.reload()
      }
      next = news.cursor
    } catch (error) {
      if (!isOver) onError(error)
    }
    await sleep(pauseMs, undefined, { ref: false })
    if (!isOver) void follow(next)
  }

  void follow()
  return () => {
    isOver = true
  }
}
