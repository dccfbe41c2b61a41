import { commandLineOf, Misuse } from './command-line.js'

/** What the usage of several commands ends with. */
const notes = `
USER is an id or an e-mail address. A password is asked for, or read from standard input; it is never an argument.
The store commands open the store themselves: stop the auth service first. --json prints the data as JSON.`

/** `npm run users|keys -- …`, asked of the running service, and `npm run store -- …`: one command of the operator. */
async function main(): Promise<void> {
  const { command, args, options, json } = commandLineOf(process.argv.slice(2))
  const output = await command.run(args, options)
  if (json) console.log(JSON.stringify(output, undefined, 2))
  else console.table(output, command.columns)
}

main().catch((error: Error) => {
  if (error instanceof Misuse) {
    console.error(`${error.message}\nusage: ${error.usage.join('\n       ')}`)
    if (error.usage.length > 1) console.error(notes)
    process.exit(2)
  }
  console.error(error.message)
  process.exit(1)
})
