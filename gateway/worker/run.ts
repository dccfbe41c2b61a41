import { runPart } from '../../kit/part.js'
import { toPrimary } from '../../kit/workers/worker.js'
import { serveFor } from './worker.js'

await runPart(async () => serveFor(toPrimary()))
