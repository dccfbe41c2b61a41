import { once } from 'node:events'
import type { Came, Job } from '../generator.js'
import { outcomesText } from '../pace.js'
import { type Child, startHelper } from './child.js'

/** How long a program is asked before it is measured. */
const warmingSeconds = 8

/** A generator of load in a process of its own (bench/generator.ts). */
export class Caller {
  /** Answers of all jobs that were not good. */
  static wrong = 0

  readonly #child: Child

  private constructor(child: Child) {
    this.#child = child
  }

  static async start(): Promise<Caller> {
    return new Caller(await startHelper('../generator.js'))
  }

  /**
   * Does a job, and prints what was answered with something else than 200. @throws Error when all
   * of it was.
   */
  async run(job: Job): Promise<Came> {
    // all else that they have stays here
    const programs = job.programs.map(({ url, pid }) => ({ url, pid }))
    this.#child.process.send({ ...job, programs })
    const [came] = (await once(this.#child.process, 'message')) as [Came]
    const wrong = new Map(came.outcomes.filter(([outcome]) => outcome !== '200'))
    if (wrong.size === came.outcomes.length)
      throw new Error(`${programs[0]!.url} answers ${outcomesText(wrong)}`)
    if (wrong.size > 0) console.log(`  ${programs[0]!.url} answers ${outcomesText(wrong)}`)
    for (const times of wrong.values()) Caller.wrong += times
    return came
  }

  /**
   * Asks programs until they are compiled, as `measure` does by blocks: some 35,000 searches, of a
   * gateway's worker.
   */
  async warm(programs: Job['programs'], requests: Job['requests']): Promise<void> {
    for (const one of programs)
      await this.run({
        programs: [one],
        requests,
        seconds: warmingSeconds,
        load: { connections: 16 },
      })
  }

  stop(): void {
    this.#child.process.disconnect()
  }
}
