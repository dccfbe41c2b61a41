import {
  aboutProcess,
  makeGauge,
  mergePast,
  plainGauge,
  renderMetrics,
  type Snapshot,
} from '../../kit/metrics/prometheus.js'
import { version } from '../../kit/process/version.js'
import type { ReadinessReport } from '../admin/readiness.js'
import { certificateEnd } from '../config/tls.js'
import type { ActiveConfig } from '../worker/messages.js'
import type { Reloads } from './reloads.js'
import type { WorkerProcess } from './worker-process.js'

/** Where the metrics come from: the primary. */
export interface MetricsSource {
  readonly inForce: ActiveConfig | undefined
  readonly reloads: Pick<Reloads, 'lastError'>
  /** All workers, including those that are shutting down. */
  readonly workers: readonly WorkerProcess[]
  readonly retiredMetrics: Pick<RetiredMetrics, 'past'>
  /** Whether the usage could be written last. */
  readonly canWriteUsage: boolean
}

/**
 * The page /metrics: the sum over all workers, and the metrics of the gateway as a whole.
 * @param look What a worker sees of the dependencies; undefined when none answers.
 * @param counted Gets the counters of all workers.
 */
export async function metricsText(
  source: MetricsSource,
  look: Promise<ReadinessReport | undefined>,
  counted: (metrics: Snapshot) => void,
): Promise<{ type: string; text: string }> {
  const [past, known, ...read] = await Promise.all([
    source.retiredMetrics.past(),
    look,
    ...source.workers.map((worker) => worker.readMetrics()),
  ])
  const answered = read.filter((one): one is Snapshot => one !== undefined)
  const all = [past, ...answered]
  counted(all.flat())
  return renderMetrics([...all, wholeMetrics(source, known)])
}

/** Metrics that are no sum over the workers. */
function wholeMetrics(
  { inForce, reloads, canWriteUsage }: MetricsSource,
  { dependencies, faults, clocks }: Partial<ReadinessReport> = {},
): Snapshot {
  const loadedAt = inForce?.loadedAt
  const tls = inForce?.files.tls
  const up = Object.entries(dependencies ?? {}).map(([dependency, isUp]) => ({
    value: Number(isUp),
    labels: { dependency },
  }))
  return [
    ...aboutProcess(version),
    makeGauge(
      'directory_dependency_up',
      'Whether a dependency serves (1) or not (0): auth-service, auth-store, engine, indices, ' +
        'rate-limit-store.',
      up,
    ),
    makeGauge(
      'directory_dependency_fault',
      'Always 1: why a dependency does not serve; absent while it does.',
      (faults ?? []).map(({ dependency, cause }) => ({ value: 1, labels: { dependency, cause } })),
    ),
    makeGauge(
      'directory_clock_skew_seconds',
      'How far the clock of an auth service is ahead of the gateway, by its address.',
      (clocks ?? []).map(({ url, aheadSeconds }) => ({ value: aheadSeconds, labels: { url } })),
    ),
    makeGauge(
      'directory_config_info',
      'Always 1: the hash of the configuration in force.',
      inForce ? [{ value: 1, labels: { hash: inForce.hash } }] : [],
    ),
    plainGauge(
      'directory_config_last_reload_successful',
      'Whether the last configuration that was read is in force (1) or was refused (0).',
      reloads.lastError ? 0 : 1,
    ),
    plainGauge(
      'directory_config_loaded_timestamp_seconds',
      'When the configuration in force was loaded, in seconds since 1970.',
      loadedAt ? loadedAt.getTime() / 1000 : 0,
    ),
    plainGauge(
      'directory_usage_writable',
      'Whether the last write of the usage succeeded (1) or failed (0).',
      Number(canWriteUsage),
    ),
    plainGauge(
      'directory_certificate_end_timestamp_seconds',
      'When the certificate of the public listener ends, in seconds since 1970; absent without TLS.',
      tls && certificateEnd(tls, Date.now()).validTo / 1000,
    ),
  ]
}

/**
 * The metrics of workers that have ended: they stay in the sums, or every reload would look like a
 * restart.
 */
export class RetiredMetrics {
  #past: Snapshot = []
  #merging = Promise.resolve()

  /** Takes over a worker's metrics when it ends; of a killed one, its last report. */
  count(worker: WorkerProcess): void {
    void worker.ended.then(() => {
      this.#merging = this.#merging.then(() => this.#merge(worker.metrics))
    })
  }

  async past(): Promise<Snapshot> {
    await this.#merging
    return this.#past
  }

  async #merge(metrics: Snapshot | undefined): Promise<void> {
    if (metrics) this.#past = await mergePast([this.#past, metrics])
  }
}
