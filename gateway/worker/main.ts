import { toPrimary } from '../../kit/process/ipc.js'
import { runService } from '../../kit/process/service.js'
import { serveFor } from './worker.js'

await runService(async () => serveFor(toPrimary()))
