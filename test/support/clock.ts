import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long a turn of the event loop takes in which nothing happens, in milliseconds. */
const turnMs = 0.01

let now = 0

/**
 * In a test file that calls it time passes only as its tests let it pass: what depends on how long
 * something took does not depend on the machine, nor on its pauses. Turns of the event loop go on.
 */
export function standClock(): void {
  beforeAll(() => {
    jest.useFakeTimers({
      doNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask', 'performance'],
    })
    // the fake one goes back by parts of a millisecond
    jest.spyOn(performance, 'now').mockImplementation(() => now)
  })
  afterEach(() => turns(1000)) // the client that waits when a test is over begins before the next one
}

/** Lets time pass, as work does. */
export function pass(ms: number): void {
  now += ms
  jest.advanceTimersByTime(ms)
}

/** Turns of the event loop in which nothing else happens. */
export async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await nextTurn()
    pass(turnMs)
  }
}
