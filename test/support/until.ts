import { setTimeout as wait } from 'node:timers/promises'

interface UntilOptions {
  withinMs?: number
  /** Pause between two looks. */
  everyMs?: number
  /** Added to the error, such as the output of a process. */
  context?(): string
}

/** A test may stop the clock. */
const clock = performance.now.bind(performance)

/**
 * Waits until something holds. @returns its first truthy result. @throws Error that quotes the
 * condition, when the time is over.
 */
export async function until<Result>(
  holds: () => Result | Promise<Result>,
  { withinMs = 240_000, everyMs = 20, context = () => '' }: UntilOptions = {},
): Promise<Exclude<Result, false | 0 | '' | null | undefined>> {
  const giveUpAt = clock() + withinMs
  for (;;) {
    const result = await holds()
    if (result) return result as Exclude<Result, false | 0 | '' | null | undefined>
    if (clock() > giveUpAt)
      throw new Error(`not within ${withinMs / 1000} s: ${holds}\n${context()}`)
    await wait(everyMs)
  }
}
