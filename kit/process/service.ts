import { log } from '../log/log.js'
import { shutdownSignals } from './shutdown-signals.js'

/** A part of the product that serves. */
export interface RunningService {
  /** Ends it: what is running may take so many milliseconds more. */
  close(drainMs: number): Promise<void>
}

/** How long requests may go on after the end was asked for (docs/api.md, Commands: 12 s in all). */
const drainMs = 10_000

/** The same after an error that nobody has caught: the request that it belongs to will not be answered. */
const faultDrainMs = 1000

/**
 * Runs a part as this process until it is asked to end, or an error comes up that nobody has caught: after that nobody knows its
 * state, so it ends in order too. Ends the process: with 0 when it was asked to, else with 1.
 * @param start What it throws is a mistake of the operator, told in one line.
 */
export async function runService(start: () => Promise<RunningService>): Promise<never> {
  const { requested: asked, forced: urged } = shutdownSignals()
  const over = Promise.race([
    asked.then(() => ({ code: 0, drainMs })),
    fault().then(() => ({ code: 1, drainMs: faultDrainMs })),
  ])
  void urged.then(() => process.exit(1))
  try {
    const part = await Promise.race([start(), over])
    if ('code' in part) process.exit(part.code) // it serves nobody yet
    const end = await over
    await part.close(end.drainMs).catch((err: unknown) => {
      log.fatal({ err }, 'it could not be closed cleanly')
      process.exit(1)
    })
    process.exit(end.code)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}

/** Resolves at the first error that nobody has caught. */
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
