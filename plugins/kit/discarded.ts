import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * When so many bytes were thrown away that nobody got, they are collected: V8 by itself would begin when there are 64 MB of
 * buffers. It takes a millisecond or two, as next to nothing else is so young.
 */
const collectedBytes = 4 * 1024 * 1024

setFlagsFromString('--expose-gc') // for contexts made from now on
const collect = runInNewContext('gc') as (what: { type: 'minor' }) => void
let discarded = 0

/** Bytes of an answer that nobody gets. The caller holds them no longer. */
export function discard(chunks: readonly Buffer[]): void {
  for (const { length } of chunks) discarded += length
  if (discarded < collectedBytes) return
  discarded = 0
  // once nothing on the stack holds them
  setImmediate(collect, { type: 'minor' })
}
