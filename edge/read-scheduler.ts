import type { Socket } from 'node:net'
import { countedAddress, plainAddress } from '../kit/http/address.js'
import { AcceptBurst } from './accept-burst.js'
import { Contention } from './contention.js'
import { LoopScheduler } from './loop-scheduler.js'

/** All unknown clients together, next to the queues of known ones. */
const newClients = 'newcomers'

const acceptBurst = new AcceptBurst()
const contention = new Contention()

/**
 * A burst of requests arrives in one event loop turn, and parsing them costs more than most of the
 * work on them: without this, a turn of a thousand would take 50 ms, and several times that in a
 * process that has just started.
 */
const knownOptions = { beginMs: 1 }

/**
 * Unknown clients take a ninth of the time next to others, little at a time: a response waits for
 * several turns.
 */
const unknownOptions = { atOnceMs: 0.3, beginMs: 0.3, restTimes: 8 }

/** Data of known clients: a queue for each. */
const knownClients = new LoopScheduler(knownOptions)

/** Data of the low-priority ones among them. */
const lowPriority = new LoopScheduler({
  ...unknownOptions,
  rests: (line) => !contention.isAlone(line),
})

/** Data of new clients: a low-priority queue for each address. */
const unknown = new LoopScheduler({
  ...unknownOptions,
  mayBegin: () => !acceptBurst.isOn,
  rests: () => !contention.isAlone(newClients),
})

/** Records an accepted connection. */
export const noteConnection = (): void => acceptBurst.note()

/** Records data of a queue, or of a new connection without one. */
export const noteArrival = (line = newClients): void => contention.note(line)

/** Starts to read new data, now or in one of the next turns, as `LoopScheduler.take` does. */
export function scheduleRead(
  {
    line,
    isLowPriority,
    socket,
  }: { line: string | undefined; isLowPriority: boolean; socket: Socket },
  begin: () => void,
) {
  if (line !== undefined) return (isLowPriority ? lowPriority : knownClients).take(line, begin)
  return unknown.take(countedAddress(plainAddress(socket.remoteAddress ?? '')), begin)
}
