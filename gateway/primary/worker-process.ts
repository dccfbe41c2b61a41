import { asWorker } from '../../kit/log/worker-number.js'
import type { Snapshot } from '../../kit/metrics/prometheus.js'
import { programUrl } from '../../kit/process/product-folder.js'
import { SupervisedChild } from '../../kit/process/supervised-child.js'
import type {
  ConfigurationFacts,
  DrainOptions,
  KnownCredentials,
  LoadedConfig,
  Loading,
  LoadOrder,
} from '../worker/messages.js'

const entryPoint = programUrl('gateway/worker/main.js')

/** How long a worker may take to exit, in addition to its requests. */
const lateMs = 1000

/** As /status shows it. */
export interface WorkerState {
  number: number
  pid: number | undefined
  startedAt: string
  state: 'starting' | 'serving' | 'ending'
  /** When the configuration that it loaded was checked, by it or by another worker. */
  checkedAt?: string
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
  #checkedAt: string | undefined

  /** Starts it. It loads its modules, and waits for `load`. */
  constructor(number: number) {
    // metrics contain numbers that JSON cannot express
    super(entryPoint, { serialization: 'advanced' }, [asWorker(number)])
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
      ...(this.#checkedAt !== undefined && { checkedAt: this.#checkedAt }),
    }
  }

  /**
   * Validates a configuration and builds its pipelines. @throws Refused, or Error when it ends
   * instead.
   */
  async load(order: LoadOrder): Promise<LoadedConfig> {
    const loading = await this.ipc.request<Loading>('load', order).catch(async () => {
      throw new Error(
        `worker ${this.number} did not start (${await this.ended}); the line above says why`,
      )
    })
    if ('refused' in loading) throw new Refused(loading.refused)
    this.#checkedAt = loading.loaded.verdict.checkedAt
    return loading.loaded
  }

  /** What it has loaded, for the primary. */
  facts(): Promise<ConfigurationFacts> {
    return this.ipc.request('facts')
  }

  /**
   * Serves the port, or opens it when there is none yet. @param known What a worker knows whose
   * place it takes. @returns its URL. @throws Error when it cannot be opened.
   */
  async open(port: object | undefined, known?: KnownCredentials): Promise<string> {
    const url = await this.ipc.request<string>('open', known, port && { handle: port })
    if (this.#state === 'starting') this.#state = 'serving'
    return url
  }

  /** What it knows of credentials, for another worker; undefined when it does not answer. */
  async known(): Promise<KnownCredentials | undefined> {
    return this.ipc
      .request<KnownCredentials>('known-credentials', {}, { withinMs: 2000 })
      .catch(() => undefined)
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
