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

/** What `stopClocks` has let pass since. */
let passed = 0

/** From now on the clocks stand still, until the mocks are restored. Timers and sockets go on. */
export function stopClocks(): void {
  passed = 0
  for (const clock of [Date, performance]) {
    const stoppedAt = Math.ceil(clock.now()) // sums of parts of a millisecond are not exact
    jest.spyOn(clock, 'now').mockImplementation(() => stoppedAt + passed)
  }
}

/** Puts stopped clocks forward. */
export function passTime(ms: number): void {
  passed += ms
}

/** From now on `setTimeout` waits for Jest to advance it. Clocks, sockets and other timers go on. */
export function holdTimeouts(): void {
  jest.useFakeTimers({
    doNotFake: [
      ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
      ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
    ],
  })
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
