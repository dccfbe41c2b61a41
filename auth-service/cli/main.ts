import { endWhenUnread } from '../../kit/process/command.js'
import { runCommandLine } from './run.js'

/**
 * `npm run users|keys -- …`, sent to the running service, and `npm run store -- …`: one command of
 * the operator.
 */
endWhenUnread()
const code = await runCommandLine(process.argv.slice(2), process)
if (code !== 0) process.exit(code)
