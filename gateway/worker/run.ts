import { runPart } from '../../kit/process/service.js'
import { toPrimary } from '../../kit/process/worker.js'
import { serveFor } from './worker.js'

await runPart(async () => serveFor(toPrimary()))
