/**
 * A process that serves the public port, next to other workers; gateway/primary supervises it.
 * CommonJS, so that only V8's own threads run next to it here: to load the first ES module, Node
 * starts those that read files and check signatures.
 */
const { readdirSync } = process.getBuiltinModule('node:fs')
const { setPriority } = process.getBuiltinModule('node:os')
const { setFlagsFromString } = process.getBuiltinModule('node:v8')

/**
 * A search runs through hundreds of small functions, once each, over objects of more shapes than V8
 * expects at one call site: it may inline about three times as much, and look up twice as many
 * shapes inline. This saves a twentieth of a search (docs/performance.md). A V8 that does not know
 * one of the flags says so on stderr and goes on.
 */
setFlagsFromString('--max-inlined-bytecode-size=1000')
setFlagsFromString('--max-inlined-bytecode-size-cumulative=3000')
setFlagsFromString('--max-valid-polymorphic-map-count=8')

/**
 * A young heap of 8 MB is collected by the event loop itself: it would have to wait for a helper
 * that waits for the processor.
 */
setFlagsFromString('--no-parallel-scavenge')

/** A tenth of the CPU share of a thread of ordinary priority, and all idle time. */
const niceness = 10

/**
 * V8's background compilation and marking yields to the event loop and to other processes. Linux
 * has a priority for each thread; elsewhere, or where it may not be changed, all stays as it is.
 */
function lowerHelperThreads(): void {
  try {
    const threads = readdirSync('/proc/self/task').map(Number)
    for (const thread of threads) if (thread !== process.pid) setPriority(thread, niceness)
  } catch {
    // others wait longer under load, and nothing else
  }
}

lowerHelperThreads()
void import('./run.js')
