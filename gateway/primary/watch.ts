import { unwatchFile, watchFile } from 'node:fs'

/** How often the files are looked at, in milliseconds: four `stat` calls each time. */
const everyMs = 250

/** How long they must have been left alone: an editor that empties a file before it writes is done by then. */
const settleMs = 150

/**
 * Tells when one of these files has changed, come or gone, and all have been left alone since. They are looked at by their paths: what an
 * editor, a deployment or Kubernetes puts in their place is seen, on network drives too. `changed` is called once at the beginning
 * as well, for nobody knows what came before the first look.
 * @returns what ends it.
 */
export function watchPaths(paths: readonly string[], changed: () => void): () => void {
  let settled: NodeJS.Timeout | undefined
  const seen = () => {
    clearTimeout(settled)
    settled = setTimeout(changed, settleMs)
  }
  for (const path of paths) watchFile(path, { interval: everyMs, persistent: false }, seen)
  settled = setTimeout(changed, everyMs + settleMs) // it may have changed since it was read, and before it was first looked at
  return () => {
    clearTimeout(settled)
    for (const path of paths) unwatchFile(path, seen)
  }
}
