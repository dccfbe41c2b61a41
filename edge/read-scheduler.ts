import type { Socket } from 'node:net'
import { countedAddress, plainAddress } from '../kit/http/address.js'
import { AcceptBurst } from './accept-burst.js'
import { Contention } from './contention.js'
import { LoopScheduler } from './loop-scheduler.js'

/** What those of whom nothing is known yet are together, beside the lines of others. */
const newcomers = 'newcomers'

const inrush = new AcceptBurst()
const company = new Contention()

/**
 * A crowd's requests come in one turn of the event loop, and parsing them costs more than anything that is done with most of
 * them: without this, a turn of a thousand would take 50 ms, and several times that in a process that has just begun.
 */
const crowds = { beginMs: 1 }

/** Those of whom nobody knows anything good take a ninth of the time beside others, little at a time: an answer waits for several turns. */
const strangers = { atOnceMs: 0.3, beginMs: 0.3, restTimes: 8 }

/** What comes of senders who are known: a line for each. */
const known = new LoopScheduler(crowds)

/** What comes of those of them who give way. */
const givingWay = new LoopScheduler({ ...strangers, rests: (line) => !company.isAlone(line) })

/** What comes of newcomers: a line for each address. They leave most of the time to others, if there are any. */
const unknown = new LoopScheduler({
  ...strangers,
  mayBegin: () => !inrush.isOn,
  rests: () => !company.isAlone(newcomers),
})

/** A connection has been taken up. */
export const noteConnection = (): void => inrush.note()

/** Something has come of a line; of a newcomer's connection without one. */
export const noteArrival = (line = newcomers): void => company.note(line)

/** Begins to read what has come, now or in one of the next turns, as `LoopScheduler.take` does. */
export function scheduleRead(
  { line, isLowPriority, socket }: { line: string | undefined; isLowPriority: boolean; socket: Socket },
  begin: () => void,
) {
  if (line !== undefined) return (isLowPriority ? givingWay : known).take(line, begin)
  return unknown.take(countedAddress(plainAddress(socket.remoteAddress ?? '')), begin)
}
