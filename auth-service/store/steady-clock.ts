import { log } from '../../kit/log/log.js'
import type { ClockMark } from './clock-marks.js'
import type { Store } from './store.js'

const dayMs = 86_400_000

/**
 * Whether the clock may decide what is removed permanently: it has run for a day without a jump of
 * more than a day. After a longer pause, which looks like a jump, that is a day later. Checked
 * every few minutes, and at each start.
 */
export async function isClockSteady(store: Store, now: number): Promise<boolean> {
  const before = (await store.clockMarks.read()) ?? (await firstMark(store, now))
  const jumpMs = now - before.at
  const hasJumped = Math.abs(jumpMs) > dayMs
  const mark = { at: now, steadySince: hasJumped ? now : before.steadySince }
  await store.clockMarks.write(mark)
  if (hasJumped) {
    const text =
      'the clock has moved by more than a day since the store was last used: for a day, no ' +
      'ended records are removed'
    log.warn(
      { days: Math.round(jumpMs / dayMs) },
      `${text}; if the service was not stopped that long, correct the clock`,
    )
  }
  return now - mark.steadySince >= dayMs
}

/** An empty store has nothing to lose; without a mark the earlier clock is unknown. */
async function firstMark(store: Store, now: number): Promise<ClockMark> {
  const isEmpty = (await store.list('users')).length === 0
  return { at: now, steadySince: isEmpty ? 0 : now }
}
