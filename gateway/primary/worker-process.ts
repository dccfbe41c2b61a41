import { asWorker } from '../../kit/log/worker-number.js'
import type { Snapshot } from '../../kit/metrics/metrics.js'
import { SupervisedChild } from '../../kit/process/supervised-child.js'
import type {
  ConfigurationFacts,
  DrainOptions,
  Loading,
  LoadOrder,
  Opened,
} from '../worker/messages.js'

const entryPoint = new URL('../worker/main.cjs', import.meta.url)

/**
 * With a young heap of half V8's size it is collected twice as often in half the time, for the same
 * CPU in total. Four glibc arenas: the event loop's own, and enough that V8's thread has one for
 * itself. Compiling undici's HTTP parser takes 35 MB, and 28 MB of them stay with a worker when a
 * long-lived block comes to lie behind them in a shared arena. One thread compiles and collects
 * garbage next to the event loop: Node's four would take four fifths of a core from it
 * (docs/performance.md). The operator's settings take precedence.
 */
function environment({ NODE_OPTIONS = '', ...others } = process.env) {
  // of two the later one counts, and a flag of the command before both
  return {
    MALLOC_ARENA_MAX: '4',
    ...others,
    NODE_OPTIONS: `--max-semi-space-size=8 --v8-pool-size=1 ${NODE_OPTIONS}`,
  }
}

/** How long a worker may take to exit, in addition to its requests. */
const lateMs = 1000

/**
 * Connections that a lone worker accepts per event loop turn: more than a few would delay others
 * noticeably.
 */
const takenPerTurn = 8

/** As /status shows it. */
export interface WorkerState {
  number: number
  pid: number | undefined
  startedAt: string
  state: 'starting' | 'serving' | 'ending'
}

/** A configuration was refused; the message lists all that is wrong with it. */
export class Refused extends Error {}

/** One worker: a process that serves the public port. */
export class WorkerProcess extends SupervisedChild {
  readonly number: number
  /** Its last seen metrics. */
  metrics: Snapshot | undefined
  readonly #startedAt = new Date()
  #state: WorkerState['state'] = 'starting'

  /** Starts it. It loads its modules, and waits for `load`. */
  constructor(number: number) {
    // metrics contain numbers that JSON cannot express
    super(entryPoint, { serialization: 'advanced', env: environment() }, [asWorker(number)])
    this.number = number
    this.ipc.handle('last-metrics', (metrics: Snapshot | undefined) => {
      this.metrics = metrics
    })
  }

  get serves(): boolean {
    return this.#state === 'serving'
  }

  get state(): WorkerState {
    const { pid } = this.child
    return {
      number: this.number,
      pid,
      startedAt: this.#startedAt.toISOString(),
      state: this.#state,
    }
  }

  /**
   * Validates a configuration and builds its pipelines. @throws Refused, or Error when it ends
   * instead.
   */
  async load(order: LoadOrder): Promise<ConfigurationFacts> {
    const loading = await this.ipc.request<Loading>('load', order).catch(async () => {
      throw new Error(
        `worker ${this.number} did not start (${await this.ended}); the line above says why`,
      )
    })
    if ('refused' in loading) throw new Refused(loading.refused.message)
    return loading.loaded
  }

  /**
   * Serves the port, or opens it when there is none yet. @returns its URL. @throws Error when it
   * cannot be opened.
   */
  async open(port: object | undefined): Promise<string> {
    const { url } = await this.ipc.request<Opened>('open', {}, port && { handle: port })
    if (this.#state === 'starting') this.#state = 'serving'
    return url
  }

  /** Makes it accept more than one connection per turn, once it serves the port. */
  widen(port: object): void {
    for (let i = 1; i < takenPerTurn; i++) void this.ipc.notify('widen', {}, port)
  }

  /** Its metrics; its last report when it is too busy to answer; undefined when it is gone. */
  async readMetrics(): Promise<Snapshot | undefined> {
    try {
      this.metrics = await this.ipc.request<Snapshot | undefined>('metrics', {}, { withinMs: 2000 })
    } catch {
      if (!this.child.connected) {
        await this.ended
        return undefined
      }
    }
    return this.metrics
  }

  /** Ends it: requests in flight may take this many milliseconds more. Resolves when it is gone. */
  async end(how: DrainOptions): Promise<void> {
    this.#state = 'ending'
    void this.ipc.notify('end', how)
    const killer = setTimeout(() => this.kill(), how.drainMs + lateMs)
    await this.ended
    clearTimeout(killer)
  }
}
