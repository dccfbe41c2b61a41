/**
 * Argument of a process that is led by the one that started it, over IPC: it leaves signals to its leader, who ends all parts
 * in order, and ends when the leader disconnects or is gone. Ctrl-C reaches every process of a terminal at once.
 */
export const led = '--led'

/** From the call on, resolves when this process is asked to end: by SIGTERM, SIGINT or SIGHUP, or by its leader. */
export function askedToEnd(): Promise<void> {
  const isLed = process.argv.includes(led)
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => isLed || resolve())
    process.once('disconnect', resolve)
    if (isLed && !process.connected) resolve()
  })
}

/** Tells the process that started this one over IPC, if one did. One that has gone since hears nothing: its end is told by `askedToEnd`. */
export function tellLeader(message: object): void {
  process.send?.(message, () => undefined)
}
