import { isSupervised } from './supervisor.js'

/** Requests from outside to end a process. */
export interface ShutdownSignals {
  /** Resolves when the shutdown is requested: by SIGTERM or SIGINT, or by its supervisor. */
  requested: Promise<void>
  /** Resolves when it is requested again: the process is to exit at once. */
  forced: Promise<void>
}

/**
 * Signals this soon after the first belong to it: npm forwards a Ctrl-C that its terminal has sent
 * to all.
 */
const sameMs = 500

/**
 * Listens from the call on. A supervised process leaves signals to its supervisor. SIGHUP ends no
 * server: process managers send it for another purpose.
 * @param signals Those that request the shutdown.
 */
export function shutdownSignals(
  signals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT'],
): ShutdownSignals {
  let request = () => {}
  let force = () => {}
  const requested = new Promise<void>((resolve) => {
    request = resolve
  })
  const forced = new Promise<void>((resolve) => {
    force = resolve
  })
  let requestedAt: number | undefined
  function onSignal(): void {
    requestedAt ??= performance.now()
    request()
    if (performance.now() - requestedAt > sameMs) force()
  }
  for (const signal of new Set<NodeJS.Signals>(['SIGHUP', ...signals])) {
    process.on(signal, () => isSupervised || !signals.includes(signal) || onSignal())
  }
  process.once('disconnect', request)
  if (isSupervised && !process.connected) request()
  return { requested: requested, forced: forced }
}
