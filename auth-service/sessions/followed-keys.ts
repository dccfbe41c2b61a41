import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../store/store.js'
import type { SigningKeys } from './signing-keys.js'

/** The keys are read again after this time whatever the feed says, in milliseconds. */
const readEveryMs = 4000
/** From one look at the feed to the next at least, in milliseconds. */
const pauseMs = 500

/**
 * Reads the keys again as soon as another process has made or withdrawn one.
 * @param onError Hears of what failed; it is tried again.
 * @returns the function that ends it.
 */
export function followKeys({ feed }: Store, keys: SigningKeys, onError: (error: unknown) => void): () => void {
  let isOver = false
  let readAt = performance.now()

  async function follow(cursor?: string): Promise<void> {
    let next = cursor
    try {
      const news = await feed.since(cursor, readEveryMs)
      const isTold = !news.changes || news.changes.some((change) => change.of === 'signingKeys')
      if (!isOver && (isTold || performance.now() - readAt >= readEveryMs)) {
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
