import { openSync, writeSync } from 'node:fs'

const file = '/dev/cpu_dma_latency'

/**
 * Keeps the processors from sleeping until this process ends, as a machine is set that is to answer
 * fast (tuned's profile latency-performance): Linux takes the microseconds that waking may take as
 * four bytes, for as long as the file is open. A processor that sleeps between two searches has
 * lost its caches: where they come one by one, each costs a third to a half more.
 * @returns what the processors do, for a line of output; only root may keep them awake.
 */
export function stayAwake(): string {
  try {
    writeSync(openSync(file, 'r+'), Buffer.alloc(4))
    return 'processors kept awake'
  } catch (error) {
    return `processors that may sleep (${file}: ${(error as NodeJS.ErrnoException).code})`
  }
}
