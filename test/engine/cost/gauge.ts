import { readdirSync, readFileSync } from 'node:fs'
import { jcmd } from './attach.js'

/** CPU time of each thread so far, in seconds, by its id and name. */
export type ThreadTimes = ReadonlyMap<string, number>

/** Threads that compile byte code: their work is the cost of a young process, not of a query. */
const compiler = /^C[12] Comp/

/**
 * Reads the CPU time of each thread that lives, as the kernel's scheduler counts it (nanoseconds).
 */
export function threadTimes(pid: number): ThreadTimes {
  const times = new Map<string, number>()
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`
    try {
      const name = readFileSync(`${folder}/comm`, 'utf8')
      if (compiler.test(name)) continue
      const [nanoseconds] = readFileSync(`${folder}/schedstat`, 'utf8').split(' ')
      times.set(`${thread} ${name}`, Number(nanoseconds) / 1e9)
    } catch {
      // it has ended meanwhile
    }
  }
  return times
}

/** CPU seconds since an earlier reading; what a thread did that has ended since is lost. */
export function cpuSince(pid: number, before: ThreadTimes): number {
  let sum = 0
  for (const [thread, seconds] of threadTimes(pid)) sum += seconds - (before.get(thread) ?? 0)
  return sum
}

/** Heap in use, in MiB: what lives and what no collection has taken yet. */
export async function heapUsed(pid: number): Promise<number> {
  const info = await jcmd(pid, 'GC.heap_info')
  const used = [...info.matchAll(/(?:DefNew|Tenured)\s+total \d+K, used (\d+)K/gi)]
  if (used.length !== 2) throw new Error(`the heap is told in another way: ${info}`)
  return used.reduce((sum, [, kib]) => sum + Number(kib), 0) / 1024
}

/** Heap in use right after a full collection, in MiB: what lives. */
export async function heapAlive(pid: number): Promise<number> {
  await jcmd(pid, 'GC.run')
  return heapUsed(pid)
}
