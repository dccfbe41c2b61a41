import { endWhenUnread } from '../../kit/process/command.js'
import { shutdownSignals } from '../../kit/process/shutdown-signals.js'
import { loadCommand } from './command.js'

endWhenUnread()
const { requested, forced } = shutdownSignals()
let isAskedToEnd = false
void requested.then(() => {
  isAskedToEnd = true
})
void forced.then(() => process.exit(1))
process.exitCode = await loadCommand(process.argv.slice(2), () => isAskedToEnd)
