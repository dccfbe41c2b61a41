import { renderCauses } from '../../kit/log/causes.js'
import { endWhenUnread } from '../../kit/process/command.js'
import { checkCommand } from './command.js'

endWhenUnread()
checkCommand(process.argv.slice(2)).then(
  (code) => process.exit(code), // plugins may have started to call the auth service
  (error: Error) => {
    console.error(renderCauses(error))
    process.exit(2)
  },
)
