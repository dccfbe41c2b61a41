import { unwatchFile, watchFile } from 'node:fs'

/** Poll interval, in milliseconds: four `stat` calls each time. */
const everyMs = 250

/**
 * How long the files must be unchanged: an editor that empties a file before it writes is done by
 * then.
 */
const settleMs = 150

/**
 * Reports when one of these files was changed, created or removed, and all have been unchanged
 * since. They are polled by path: files replaced by an editor, a deployment or Kubernetes are seen,
 * on network drives too. `changed` is also called once at the beginning, because changes before the
 * first poll are unknown.
 * @returns what stops it.
 */
export function watchPaths(paths: readonly string[], changed: () => void): () => void {
  let settled: NodeJS.Timeout | undefined
  const seen = () => {
    clearTimeout(settled)
    settled = setTimeout(changed, settleMs)
  }
  for (const path of paths) watchFile(path, { interval: everyMs, persistent: false }, seen)
  // it may have changed between the read and the first poll
  settled = setTimeout(changed, everyMs + settleMs)
  return () => {
    clearTimeout(settled)
    for (const path of paths) unwatchFile(path, seen)
  }
}
