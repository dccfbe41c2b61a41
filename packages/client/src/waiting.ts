/** Waits that a caller may cancel. */

/** @throws the signal's reason when it is aborted first. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await unless(signal, slept).finally(() => clearTimeout(timer))
}

/**
 * The promise's result, unless the signal aborts first; the promise itself continues. @throws the
 * signal's reason.
 */
export async function unless<T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> {
  if (!signal) return promise
  signal.throwIfAborted()
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', stop))
}
