import { readdirSync, readFileSync } from 'node:fs'
import { childrenOf } from './process-load.js'

/**
 * CPU time of a process and those that it has started, with all their threads, in microseconds
 * (Linux).
 */
export function cpuTime(pid: number): number {
  return [pid, ...childrenOf(pid)].flatMap(threadTimes).reduce((sum, one) => sum + one, 0) / 1000
}

/** In nanoseconds. */
function threadTimes(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
  )
}
