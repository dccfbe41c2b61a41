import { led } from './leader.js'

/** From the call on, resolves when this process is asked to end: by SIGTERM, SIGINT or SIGHUP, or by its leader. */
export function askedToEnd(): Promise<void> {
  const isLed = process.argv.includes(led)
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => isLed || resolve())
    process.once('disconnect', resolve)
    if (isLed && !process.connected) resolve()
  })
}
