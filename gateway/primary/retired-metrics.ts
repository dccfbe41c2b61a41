import { pastOf, type Snapshot } from '../../kit/metrics/metrics.js'
import type { WorkerProcess } from './worker-process.js'

/**
 * The metrics of workers that have ended: they stay in the sums, or every reload would look like a
 * restart.
 */
export class RetiredMetrics {
  #past: Snapshot = []
  #folding = Promise.resolve()

  /** Takes over a worker's metrics when it ends; of a killed one, its last report. */
  count(worker: WorkerProcess): void {
    void worker.ended.then(() => {
      this.#folding = this.#folding.then(() => this.#fold(worker.metrics))
    })
  }

  async past(): Promise<Snapshot> {
    await this.#folding
    return this.#past
  }

  async #fold(metrics: Snapshot | undefined): Promise<void> {
    if (metrics) this.#past = await pastOf([this.#past, metrics])
  }
}
