import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { usedUp } from '../../kit/api/rate-limited.js'
import { rateLimitStore } from '../../kit/rate-limit/store.js'

/** How long a killed process counts as exporting, and how often a live one says that it is. */
const [lostMs, aliveMs] = [30_000, 10_000]

/**
 * Counts an export among those of its owner until its answer ends, over all workers and gateways
 * that share a limit store.
 * @throws ApiError RATE_LIMITED when it is one too many.
 */
export async function enterExports(
  owner: string,
  limit: number,
  res: ServerResponse,
): Promise<void> {
  const { hold } = rateLimitStore()
  const place = { key: `exports:${owner}`, limit, holder: randomUUID() }
  if (!(await hold(place, lostMs))) {
    const message = `No more than ${limit} exports at once`
    throw usedUp(message, { limit, unit: 'exports', by: 'owner', reason: 'running_exports' }, 10)
  }
  const holding = setInterval(() => void hold(place, lostMs), aliveMs).unref()
  function leave(): void {
    clearInterval(holding)
    void hold(place, 0)
  }
  if (res.destroyed) leave()
  else res.once('close', leave)
}
