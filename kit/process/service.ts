import { setTimeout as sleep } from 'node:timers/promises'
import { secondsSetting } from '../config/settings.js'
import { renderCauses } from '../log/causes.js'
import { log } from '../log/log.js'
import { shutdownSignals } from './shutdown-signals.js'
import { isSupervised } from './supervisor.js'
import { findEndedNode } from './version.js'

/** A running part of the product. */
export interface RunningService {
  /**
   * Makes its readiness fail while it serves as before: called SHUTDOWN_DELAY seconds before
   * `close`, so that a load balancer sends it nothing more when its port closes.
   */
  retire?(): void
  /** Shuts it down: requests in flight may take this many milliseconds more. */
  close(drainMs: number): Promise<void>
}

/**
 * How long requests may continue after the shutdown was requested (docs/architecture.md, Shutdown:
 * 12 s in all).
 */
const drainMs = 10_000

/** The same after an uncaught error: the request that caused it will not be answered. */
const faultDrainMs = 1000

/**
 * Runs a part as this process until its shutdown is requested, or an error is uncaught: after that
 * its state is unknown, so it shuts down too. Exits with 0 when it was requested to, else with 1.
 * @param start What it throws is a mistake of the operator, reported in one line.
 */
export async function runService(start: () => Promise<RunningService>): Promise<never> {
  const { requested, forced } = shutdownSignals()
  const over = Promise.race([
    requested.then(() => ({ code: 0, drainMs })),
    fault().then(() => ({ code: 1, drainMs: faultDrainMs })),
  ])
  void forced.then(() => process.exit(1))
  try {
    // supervised, it has no load balancer of its own
    const delaySeconds = isSupervised ? 0 : secondsSetting('SHUTDOWN_DELAY')
    const part = await Promise.race([start(), over])
    if ('code' in part) process.exit(part.code) // it does not serve yet
    const ended = findEndedNode()
    if (ended !== undefined && !isSupervised) log.warn(ended) // else the supervisor says it
    const end = await over
    if (end.code === 0) await retired(part, delaySeconds)
    await part.close(end.drainMs).catch((err: unknown) => {
      log.fatal({ err }, 'it could not be closed cleanly')
      process.exit(1)
    })
    process.exit(end.code)
  } catch (error) {
    process.stderr.write(`${renderCauses(error)}\n`)
    process.exit(1)
  }
}

async function retired(part: RunningService, delaySeconds: number): Promise<void> {
  if (!part.retire || delaySeconds === 0) return
  log.info({ delaySeconds }, 'shutting down: not ready from now on, the port closes later')
  part.retire()
  await sleep(delaySeconds * 1000)
}

/** Resolves at the first uncaught error. */
function fault(): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['uncaughtException', 'unhandledRejection']) {
      process.on(event, (err: unknown) => {
        log.fatal({ err }, event)
        resolve()
      })
    }
  })
}
