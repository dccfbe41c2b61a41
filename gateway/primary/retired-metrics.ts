import { pastOf, type Snapshot } from '../../kit/metrics/prometheus.js'
import type { WorkerProcess } from './worker-process.js'

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
    if (metrics) this.#past = await pastOf([this.#past, metrics])
  }
}
