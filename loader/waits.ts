/**
 * Waits between attempts while the engine is overloaded or unavailable: 0.2 s doubling to 10 s,
 * about three minutes in total.
 */
export const waitsMs: readonly number[] = Array.from({ length: 22 }, (_, attempt) =>
  Math.min(200 * 2 ** attempt, 10_000),
)

/** A wait, or somewhat less: not all loaders try at the same moment. */
export const withJitter = (wait: number) => wait * (0.5 + Math.random() / 2)

/** Whether an answer, by its status, may become another one if the request is sent again. */
export const isBusy = (status: number) => status === 0 || status === 429 || status === 503
