import { runService } from '../../kit/process/service.js'
import { toPrimary } from '../../kit/process/worker.js'
import { serveFor } from './worker.js'

await runService(async () => serveFor(toPrimary()))
