import { once } from 'node:events'

/**
 * Argument of a process that is led by the one that started it, over IPC: it leaves signals to its leader, who ends all parts
 * in order, and ends when the leader disconnects or is gone. Ctrl-C reaches every process of a terminal at once.
 */
export const supervised = '--led'

/** Tells the process that started this one over IPC, if one did. One that has gone since hears nothing: its end is told by `ending`. */
export function notifySupervisor(message: object): void {
  process.send?.(message, () => undefined)
}

/** Whether this process is led. */
export const isSupervised: boolean = process.argv.includes(supervised)

/**
 * Puts the settings into the environment that the leader can tell only when other parts are ready. At once when nobody leads.
 * @returns them.
 */
export async function settingsFromSupervisor(): Promise<Record<string, string>> {
  if (!isSupervised) return {}
  const [settings] = (await once(process, 'message')) as [Record<string, string>]
  Object.assign(process.env, settings)
  return settings
}
