import { runPart } from '../../kit/part.js'
import { toPrimary } from '../../kit/workers/worker.js'
import { serveFor } from './worker.js'

/** A process that serves the public port, together with its like; gateway/primary leads it. */
await runPart(async () => serveFor(toPrimary()))
