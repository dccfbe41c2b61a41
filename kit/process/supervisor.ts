import { once } from 'node:events'

/**
 * Argument of a process that is supervised by its parent, over IPC: it leaves signals to its
 * supervisor, which ends all parts in order, and ends when the supervisor disconnects or is gone.
 * Ctrl-C reaches every process of a terminal at once.
 */
export const supervised = '--led'

/**
 * Notifies the supervisor over IPC, if there is one. A supervisor that is already gone gets
 * nothing: its end is handled by shutdown-signals.ts.
 */
export function notifySupervisor(message: object): void {
  process.send?.(message, () => undefined)
}

/** Whether this process is supervised. */
export const isSupervised: boolean = process.argv.includes(supervised)

/**
 * Sets the environment settings that the supervisor only knows when other parts are ready. Resolves
 * at once without a supervisor.
 * @returns them.
 */
export async function settingsFromSupervisor(): Promise<Record<string, string>> {
  if (!isSupervised) return {}
  const [settings] = (await once(process, 'message')) as [Record<string, string>]
  Object.assign(process.env, settings)
  return settings
}
