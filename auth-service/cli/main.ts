import { endWhenUnread } from '../../kit/process/command.js'
import { commandLineOf, Help, Misuse } from './command-line.js'
import { confirmed } from './confirmed.js'
import { csvText } from './csv.js'
import { recordText, tableText } from './table.js'

/** The end of the usage of several commands. */
const notes = `
USER is an id or an e-mail address, KEY an id or a prefix (npd_…). A password is asked for, or read
from standard input; it is never an argument. The users and keys commands ask the running auth
service: AUTH_INTERNAL_URL, and OPERATOR_SECRET or the DATA_DIR of its secrets. The store commands
open the store themselves: stop the auth service first. The usage command reads what the gateways
write; only an e-mail address needs the running auth service. --json prints the data as JSON.`

/**
 * `npm run users|keys -- …`, sent to the running service, and `npm run store -- …`: one command of
 * the operator.
 */
async function main(): Promise<void> {
  const { command, args, options, json } = commandLineOf(process.argv.slice(2))
  if (command.confirm && options.yes === undefined) {
    const answer = await confirmed(command.confirm(args))
    if (answer === undefined)
      throw new Misuse('there is no terminal for the question: add --yes', [command])
    if (!answer) throw new Error('nothing was done')
  }
  const output = await command.run(args, options)
  if (options.csv !== undefined) process.stdout.write(csvText(output as readonly object[]))
  else if (json) console.log(JSON.stringify(output, undefined, 2))
  else if (Array.isArray(output)) console.log(tableText(output, command.columns))
  else console.log(recordText(output))
  if (!json && command.says) console.log(`\n${command.says(output)}`)
}

endWhenUnread()
main().catch((error: Error) => {
  if (error instanceof Help) {
    console.log(`${error.message}\n${notes}`)
    return
  }
  if (error instanceof Misuse) {
    console.error(`${error.message}\nusage: ${error.usage.join('\n       ')}`)
    if (error.usage.length > 1) console.error(notes)
    process.exit(2)
  }
  console.error(error.message)
  process.exit(1)
})
