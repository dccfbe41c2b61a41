import type { Server } from 'node:http'
import { connectionLimits } from '../../edge/connection-limits.js'
import { type ListenAddress, letGo, listen } from '../../edge/listen.js'
import { portSetting, requiredSetting } from '../../kit/config/settings.js'
import { log } from '../../kit/log/log.js'
import { Ipc } from '../../kit/process/ipc.js'
import type { RunningService } from '../../kit/process/service.js'
import { isSupervised, settingsFromSupervisor } from '../../kit/process/supervisor.js'
import { workersSetting } from '../../kit/process/worker-count.js'
import { LimitsFile } from '../../kit/rate-limit/shared/limits-file.js'
import { type NearLimit, SharedLimits } from '../../kit/rate-limit/shared/shared-limits.js'
import { answerLimits } from '../../kit/rate-limit/shared/shared-limits-link.js'
import type { WorkerUsage } from '../../kit/usage/counter.js'
import { openUsageStore } from '../../kit/usage/open.js'
import type { UsageStore } from '../../kit/usage/store.js'
import { makeAdmin, makeProbes } from '../admin/listener.js'
import { readProbeAddress } from '../config/settings.js'
import type { ActiveConfig } from '../worker/messages.js'
import { AdminStatus, type StatusSource } from './admin-status.js'
import { readFiles } from './files.js'
import { RetiredMetrics } from './metrics.js'
import { effectsOf, replayOf } from './reload-effects.js'
import { type LoadConfig, Reloads } from './reloads.js'
import { UsageLedger } from './usage-ledger.js'
import { WorkerPool } from './worker-pool.js'
import { Refused, type WorkerProcess } from './worker-process.js'

/**
 * The process that runs the workers: it holds the public port, the counters of all limits and the
 * admin listener, and loads no pipeline itself. A changed configuration gets new workers, which
 * replace the previous ones when all of them are ready: all or none.
 */
export class Primary implements RunningService, StatusSource {
  /** Public address, e.g. `http://127.0.0.1:8080`. */
  url = ''
  /** Whether it is being stopped, and still serves. */
  isRetiring = false
  /** Address of the admin listener. */
  adminUrl = ''
  readonly retiredMetrics = new RetiredMetrics()
  readonly reloads: Reloads
  readonly #size: number
  readonly #sharedLimits: SharedLimits
  #limitsFile: LimitsFile | undefined
  #usageStore: UsageStore | undefined
  #usageLedger: UsageLedger | undefined
  #settings: Record<string, string> = {}
  #pool: WorkerPool
  /** The state that a reload is about to activate. */
  #next: WorkerPool | undefined
  /** Pools that finish their requests. */
  readonly #draining = new Map<WorkerPool, Promise<void>>()
  #port: object | undefined
  /** The admin listener, and the probe listener where there is one. */
  readonly #listeners: Server[] = []
  #isEnding = false

  /** Starts the workers, which load their modules. @throws Error for a mistake in WORKERS. */
  constructor() {
    this.#size = workersSetting()
    this.#sharedLimits = new SharedLimits(this.#size)
    this.#pool = this.#createPool(this.#size, true)
    this.reloads = new Reloads((...wanted) => this.#load(...wanted))
    process.once('exit', () => {
      for (const worker of this.workers) worker.kill() // a forced shutdown does not wait for them
    })
  }

  get inForce(): ActiveConfig | undefined {
    return this.reloads.inForce
  }

  /** A serving worker, if there is one. */
  get serving(): WorkerProcess | undefined {
    return this.#pool.serving
  }

  /** Where the usage of all gateways is read. */
  get usage(): UsageStore {
    return this.#usageStore!
  }

  get nearLimits(): NearLimit[] {
    return this.#sharedLimits.near()
  }

  /** All workers, including those that are shutting down. */
  get workers(): WorkerProcess[] {
    const next = this.#next ? [this.#next] : []
    return [this.#pool, ...next, ...this.#draining.keys()].flatMap((pool) => pool.workers)
  }

  /**
   * Starts the gateway from the environment's settings (README, "Configuration"). Everything is
   * validated before a port is opened, and the public one is opened last.
   * @throws Error for mistakes in YAML and settings and for a port that cannot be opened; nothing
   * listens then.
   */
  async start(): Promise<void> {
    try {
      this.#settings = await settingsFromSupervisor()
      this.#limitsFile = new LimitsFile(this.#sharedLimits)
      this.#usageStore = await openUsageStore()
      this.#usageLedger = new UsageLedger(this.#usageStore, this)
      const files = readFiles()
      const facts = await this.#pool.load({ files, settings: this.#settings })
      this.reloads.inForce = { ...facts, files, loadedAt: new Date() }
      await this.#openListeners()
      this.url = await this.#pool.openPort()
      await this.#pool.share(this.#port!)
    } catch (error) {
      this.#pool.kill()
      for (const listener of this.#listeners) listener.close()
      throw error
    }
    const { hash } = this.reloads.inForce
    log.info(
      { url: this.url, adminUrl: this.adminUrl, config: hash, workers: this.#size },
      'gateway ready',
    )
    const reload = () => void this.reloads.request('SIGHUP')
    if (isSupervised) new Ipc(process).handle('reload', reload)
    else process.on('SIGHUP', reload)
    this.reloads.watch()
  }

  retire(): void {
    this.isRetiring = true
  }

  /** Ends all workers as SIGTERM does, then the admin listener. */
  async close(drainMs: number): Promise<void> {
    log.info('gateway closing')
    this.#isEnding = true
    this.reloads.stop()
    if (this.#port) letGo(this.#port) // so that a worker's close closes it for all
    const ending = [this.#pool, this.#next].map((pool) => pool?.end({ drainMs, portGoesOn: false }))
    await Promise.all([...ending, ...this.#draining.values()])
    await this.#limitsFile?.close()
    await this.#usageLedger?.close()
    for (const listener of this.#listeners) {
      listener.close()
      listener.closeAllConnections()
    }
  }

  async #openListeners(): Promise<void> {
    const status = new AdminStatus(this)
    const open = (server: Server, place: ListenAddress) => {
      this.#listeners.push(server)
      return listen(server, place)
    }
    const [host, port] = [requiredSetting('ADMIN_HOST'), portSetting('ADMIN_PORT')]
    const names = { setting: 'ADMIN_PORT', hostSetting: 'ADMIN_HOST' }
    this.adminUrl = await open(makeAdmin(status, connectionLimits()), { ...names, host, port })
    const probes = readProbeAddress()
    if (probes) await open(makeProbes(status, connectionLimits()), probes)
  }

  /**
   * Has new workers load a configuration and, unless it is dry, take the place of the others.
   * @throws Error when it is refused: the configuration in force stays.
   */
  #load: LoadConfig = async ({ files, variables, verdict }, options) => {
    // or their memory would pile up
    while (this.#draining.size > 1) await Promise.race(this.#draining.values())
    const pool = this.#createPool(options.dry ? 1 : this.#size, false)
    this.#next = pool
    try {
      const settings = this.#settings
      const facts = await pool.load({ files, settings, verdict, ...(variables && { variables }) })
      const config = { ...facts, files, loadedAt: new Date() }
      const effects = await effectsOf(this.inForce!, config, options, replayOf(this))
      this.#throwIfEnding()
      if (!options.dry) await this.#serveBy(pool)
      return { config, effects }
    } finally {
      this.#next = undefined
      // otherwise it ends as all others do
      if (this.#pool !== pool && !this.#isEnding) pool.kill()
    }
  }

  /** @throws Error when the pool cannot take the place of the others. */
  async #serveBy(pool: WorkerPool): Promise<void> {
    await pool.share(this.#port!, await this.serving?.known())
    this.#throwIfEnding()
    this.#drain(this.#pool)
    this.#pool = pool
    this.#sharedLimits.forgetEnded()
  }

  /** @throws Refused when the gateway is being stopped. */
  #throwIfEnding(): void {
    if (this.#isEnding) throw new Refused('the gateway is being stopped')
  }

  #drain(pool: WorkerPool): void {
    const ended = pool.end({ drainMs: 10_000, portGoesOn: true })
    this.#draining.set(
      pool,
      ended.then(() => void this.#draining.delete(pool)),
    )
  }

  #createPool(size: number, atOnce: boolean): WorkerPool {
    return new WorkerPool({ size, began: (worker) => this.#attach(worker) }, atOnce)
  }

  #attach(worker: WorkerProcess): void {
    answerLimits(worker.ipc, this.#sharedLimits)
    worker.ipc.handle('port', (_: object, port: object) => {
      this.#port = port
    })
    worker.ipc.handle('usage', (usage: WorkerUsage) => this.#usageLedger?.add(usage))
    this.retiredMetrics.count(worker)
  }
}
