import { isSupervised } from './supervisor.js'

/** What a process is told about its end, from outside. */
export interface ShutdownSignals {
  /** Resolves when it is asked to end: by SIGTERM or SIGINT, or by its leader. */
  requested: Promise<void>
  /** Resolves when it is asked again: it is to end at once. */
  forced: Promise<void>
}

/** Signals that come this soon after the first belong to it: npm hands on a Ctrl-C that its terminal has sent to all. */
const sameMs = 500

/**
 * Listens from the call on. A led process leaves signals to its leader. SIGHUP ends none that serves: process managers send it
 * for another purpose.
 * @param signals Those that ask for the end.
 */
export function shutdownSignals(signals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT']): ShutdownSignals {
  let ask = () => {}
  let urge = () => {}
  const asked = new Promise<void>((resolve) => {
    ask = resolve
  })
  const urged = new Promise<void>((resolve) => {
    urge = resolve
  })
  let askedAt: number | undefined
  function onSignal(): void {
    askedAt ??= performance.now()
    ask()
    if (performance.now() - askedAt > sameMs) urge()
  }
  for (const signal of new Set<NodeJS.Signals>(['SIGHUP', ...signals])) {
    process.on(signal, () => isSupervised || !signals.includes(signal) || onSignal())
  }
  process.once('disconnect', ask)
  if (isSupervised && !process.connected) ask()
  return { requested: asked, forced: urged }
}
