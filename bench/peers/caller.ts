import { ask, type Child, startChild } from '../child.js'
import type { Came, Job } from '../generator.js'
import { outcomesText } from '../pace.js'

/** A generator of load in a process of its own (bench/generator.ts). */
export class Caller {
  /** Answers of all jobs that were not good. */
  wrong = 0

  readonly #child: Child

  private constructor(child: Child) {
    this.#child = child
  }

  static async start(): Promise<Caller> {
    return new Caller(await startChild('./generator.js', { isHelper: true }))
  }

  /**
   * Does a job, and prints what was answered with something else than 200. @throws Error when all
   * of it was.
   */
  async run(job: Job): Promise<Came> {
    const came = await ask<Came>(this.#child, job)
    const wrong = new Map(came.outcomes.filter(([outcome]) => outcome !== '200'))
    if (wrong.size === came.outcomes.length)
      throw new Error(`${job.url} answers ${outcomesText(wrong)}`)
    if (wrong.size > 0) console.log(`  ${job.url} answers ${outcomesText(wrong)}`)
    for (const times of wrong.values()) this.wrong += times
    return came
  }

  stop(): void {
    this.#child.process.disconnect()
  }
}
