import { Worker } from 'node:worker_threads'
import { programUrl } from '../../kit/process/product-folder.js'
import type { HashJob, HashResult } from './hash-worker.js'

/** One thread and its pending answer, if any. */
class HashThread {
  readonly #worker = new Worker(programUrl('auth-service/passwords/hash-worker.js'))
  hasEnded = false

  constructor() {
    this.#worker.unref() // an idle thread does not keep the process alive
    this.#worker.on('error', () => {
      this.hasEnded = true
    })
  }

  async run(job: HashJob): Promise<string | boolean> {
    const result = await new Promise<HashResult>((resolve, reject) => {
      const settle = (result: HashResult) => {
        this.#worker.off('error', reject)
        resolve(result)
      }
      this.#worker.once('message', settle)
      this.#worker.once('error', reject)
      this.#worker.postMessage(job)
    })
    if ('refused' in result) throw new Error(`argon2: ${result.refused}`)
    return result.value
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}

/**
 * Threads that hash, one job each at a time; the caller limits their number. A broken thread is
 * replaced.
 */
export class HashThreads {
  readonly #idle: HashThread[] = []

  /** @throws Error when argon2 refuses, or the thread failed. */
  async run(job: HashJob): Promise<string | boolean> {
    const thread = this.#idle.pop() ?? new HashThread()
    try {
      return await thread.run(job)
    } finally {
      if (!thread.hasEnded) this.#idle.push(thread)
    }
  }

  /** Ends the idle ones. */
  async end(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((thread) => thread.end()))
  }
}
