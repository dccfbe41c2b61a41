import { setFlagsFromString } from 'node:v8'
import { runPart } from '../../kit/part.js'
import { toPrimary } from '../../kit/workers/worker.js'
import { serveFor } from './worker.js'

/**
 * A search runs through hundreds of small functions, once each, over objects of more shapes than V8 expects of one place: it may
 * put about three times as much of them into one piece, and look twice as many shapes up at their place. A twentieth of a search
 * (docs/performance.md). A V8 that does not know one of them says so on stderr and goes on.
 */
setFlagsFromString('--max-inlined-bytecode-size=1000')
setFlagsFromString('--max-inlined-bytecode-size-cumulative=3000')
setFlagsFromString('--max-valid-polymorphic-map-count=8')

/** A process that serves the public port, together with its like; gateway/primary leads it. */
await runPart(async () => serveFor(toPrimary()))
