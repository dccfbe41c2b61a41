import { Ipc } from './ipc.js'

let talk: Ipc | undefined

/** The connection of a worker to its primary: one for the whole process. */
export function toPrimary(): Ipc {
  talk ??= new Ipc(process)
  return talk
}
