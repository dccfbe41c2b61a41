import { renderCauses } from '../../kit/log/causes.js'
import { Help, Misuse, parseCommandLine } from './command-line.js'
import type { Command } from './commands.js'
import { operatorClient } from './operator-client.js'
import { recordText, renderCsv, renderTable } from './table.js'
import type { CommandProcess } from './terminal.js'
import { askConfirmation, askSecret } from './terminal.js'

/** The end of the usage of several commands. */
const notes = `
USER is an id or an e-mail address, KEY an id or a prefix (npd_…). A password is asked for, or read
from standard input; it is never an argument. The users and keys commands ask the running auth
service: AUTH_INTERNAL_URL, and OPERATOR_SECRET or the DATA_DIR of its secrets. The store commands
open the store themselves: stop the auth service first. The usage commands read what the gateways
write; only an e-mail address needs the running auth service. --json prints the data as JSON.`

/** Runs one command of the operator. @returns the exit code. */
export async function runCommandLine(
  argv: readonly string[],
  commandProcess: CommandProcess,
): Promise<number> {
  const { stdout, stderr } = commandProcess
  try {
    stdout.write(await runCommand(argv, commandProcess))
    return 0
  } catch (error) {
    if (error instanceof Help) {
      stdout.write(`${error.message}\n${notes}\n`)
      return 0
    }
    if (error instanceof Misuse) {
      stderr.write(`${error.message}\nusage: ${error.usage.join('\n       ')}\n`)
      if (error.usage.length > 1) stderr.write(`${notes}\n`)
      return 2
    }
    stderr.write(`${renderCauses(error)}\n`)
    return 1
  }
}

async function runCommand(
  argv: readonly string[],
  commandProcess: CommandProcess,
): Promise<string> {
  const { command, args, options, json } = parseCommandLine(argv)
  if (command.confirm && options.yes === undefined) {
    const answer = await askConfirmation(command.confirm(args), commandProcess)
    if (answer === undefined)
      throw new Misuse('there is no terminal for the question: add --yes', [command])
    if (!answer) throw new Error('nothing was done')
  }
  const { env } = commandProcess
  const output = await command.run(args, options, {
    env,
    call: operatorClient(env),
    askSecret: (prompt) => askSecret(prompt, commandProcess),
  })
  if (options.csv !== undefined) return renderCsv(output as readonly object[])
  if (json) return `${JSON.stringify(output, undefined, 2)}\n`
  const text = command.prints?.(output) ?? renderOutput(output, command)
  return command.says ? `${text}\n\n${command.says(output)}\n` : `${text}\n`
}

function renderOutput(output: object, { columns }: Command): string {
  return Array.isArray(output) ? renderTable(output, columns) : recordText(output)
}
