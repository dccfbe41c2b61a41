import { constants, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { OutOfMemory } from './errors.js'

/** Share of the heap that documents may take. The rest is for requests and new objects. */
const documentsShare = 2 / 3

let isFull = false

/** What is in the heap after a full garbage collection is what the engine keeps. */
new PerformanceObserver((list) => {
  const collections = list.getEntries() as unknown as { detail: { kind: number } }[]
  if (!collections.some(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR)) return
  const { used_heap_size, heap_size_limit } = getHeapStatistics()
  isFull = used_heap_size > documentsShare * heap_size_limit
}).observe({ entryTypes: ['gc'] })

/**
 * Call it before documents are added: close to its limit, a heap spends most of the time on garbage
 * collection, before the process ends. @throws OutOfMemory
 */
export function requireMemory(): void {
  if (isFull) throw new OutOfMemory()
}
