import { log } from '../../kit/log/log.js'
import { keepRunning } from '../../kit/process/supervised-child.js'
import type {
  ConfigurationFacts,
  DrainOptions,
  KnownCredentials,
  LoadOrder,
} from '../worker/messages.js'
import { WorkerProcess } from './worker-process.js'

/** What a pool needs of the primary. */
interface WorkerPoolOptions {
  size: number
  /** Called for each worker that is started, and its end. */
  began(worker: WorkerProcess): void
}

/**
 * The workers of one configuration, all with the same files. One that ends by itself is replaced.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions
  readonly #workers: WorkerProcess[] = []
  #order: LoadOrder | undefined
  #hash: string | undefined
  #port: object | undefined
  readonly #ending = new AbortController()

  /**
   * Starts the first worker, or all of them at once: they load their modules, and wait for `load`.
   */
  constructor(options: WorkerPoolOptions, atOnce: boolean) {
    this.#options = options
    this.#startUpTo(atOnce ? options.size : 1)
  }

  get workers(): readonly WorkerProcess[] {
    return this.#workers
  }

  /** A serving worker, if there is one. */
  get serving(): WorkerProcess | undefined {
    return this.#workers.find(({ serves }) => serves)
  }

  /**
   * Makes all workers load a configuration: the first one checks it, and the others rely on that.
   * @throws Refused, or Error when one ends instead; none is left then.
   */
  async load(wanted: Omit<LoadOrder, 'warns'>): Promise<ConfigurationFacts> {
    try {
      const [first] = this.#workers as [WorkerProcess]
      await first.load({ ...wanted, warns: true })
      const facts = await first.facts()
      const { hash, variables, verdict } = facts
      const later = { ...wanted, variables, verdict, warns: false }
      this.#order = later
      this.#hash = hash
      this.#startUpTo(this.#options.size)
      await Promise.all(this.#workers.slice(1).map((worker) => worker.load(later)))
      return facts
    } catch (error) {
      this.kill()
      throw error
    }
  }

  /**
   * Makes the first worker open the port. @returns its URL. @throws Error when it cannot be opened.
   */
  openPort(): Promise<string> {
    return this.#workers[0]!.open(undefined)
  }

  /**
   * Makes all workers serve the port; from now on each is replaced when it ends.
   * @param known What the workers know of credentials whose place they take.
   * @throws Error when none of them does.
   */
  async share(port: object, known?: KnownCredentials): Promise<void> {
    this.#port = port
    const others = this.#workers.filter(({ serves }) => !serves)
    const [failed] = (
      await Promise.allSettled(others.map((worker) => worker.open(port, known)))
    ).filter(isFailure)
    if (!this.serving) {
      this.kill()
      throw new Error('no worker serves', { cause: failed?.reason })
    }
    for (const place of this.#workers.keys()) this.#keep(place)
  }

  /** Ends all workers. Resolves when they are gone. */
  async end(how: DrainOptions): Promise<void> {
    this.#ending.abort()
    await Promise.all(this.#workers.map((worker) => worker.end(how)))
  }

  kill(): void {
    this.#ending.abort()
    for (const worker of this.#workers) worker.kill()
  }

  #startUpTo(size: number): void {
    while (this.#workers.length < size) this.#workers.push(this.#start(this.#workers.length + 1))
  }

  #start(number: number): WorkerProcess {
    const worker = new WorkerProcess(number)
    this.#options.began(worker)
    return worker
  }

  #keep(place: number): void {
    const worker = this.#workers[place]!
    void keepRunning(worker, {
      name: `worker ${worker.number}`,
      signal: this.#ending.signal,
      report: (line, how) => log.error({ number: worker.number, how }, line),
      restart: () => this.#restart(place),
    })
  }

  async #restart(place: number): Promise<WorkerProcess> {
    const { number } = this.#workers[place]!
    const next = this.#start(number)
    this.#workers[place] = next
    try {
      const { hash } = await next.load(this.#order!)
      if (hash !== this.#hash)
        log.warn({ number, config: hash }, 'files have changed since the last reload: reload them')
      if (this.#ending.signal.aborted) return next
      await next.open(this.#port, await this.serving?.known())
      log.warn({ number }, `worker ${number} is back`)
    } catch (err) {
      if (this.#ending.signal.aborted) return next
      log.error({ number, err }, `worker ${number} could not be restarted`)
      next.kill()
    }
    return next
  }
}

function isFailure(result: PromiseSettledResult<unknown>): result is PromiseRejectedResult {
  return result.status === 'rejected'
}
