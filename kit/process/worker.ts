import { Talk } from './ipc.js'

let talk: Talk | undefined

/** The connection of a worker to its primary: one for the whole process. */
export function toPrimary(): Talk {
  talk ??= new Talk(process)
  return talk
}
