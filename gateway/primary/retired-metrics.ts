import { pastOf, type Snapshot } from '../../kit/metrics/metrics.js'
import type { WorkerProcess } from './worker-process.js'

/** What workers that have ended have counted: it goes on counting, or every reload would look like a restart. */
export class RetiredMetrics {
  #past: Snapshot = []
  #folding = Promise.resolve()

  /** Takes over what a worker has counted when it ends; of one that was killed, what it had told last. */
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
