import { Ipc } from './ipc.js'

let ipc: Ipc | undefined

/** The connection of a worker to its primary: one for the whole process. */
export function toPrimary(): Ipc {
  ipc ??= new Ipc(process)
  return ipc
}
