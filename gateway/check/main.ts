import { endWhenUnread } from '../../kit/process/command.js'
import { checkCommand } from './command.js'

endWhenUnread()
checkCommand(process.argv.slice(2)).then(
  (code) => process.exit(code), // plugins may have started to call the auth service
  (error: Error) => {
    console.error(error.message)
    process.exit(2)
  },
)
