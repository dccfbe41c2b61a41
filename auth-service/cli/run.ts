import { askSecret } from './ask-secret.js'
import { commandLineOf, Help, Misuse } from './command-line.js'
import type { CommandProcess } from './command-process.js'
import type { Command } from './commands.js'
import { confirmed } from './confirmed.js'
import { csvText } from './csv.js'
import { operatorClient } from './operator-client.js'
import { recordText, tableText } from './table.js'

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
    stdout.write(await outputOf(argv, commandProcess))
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
    stderr.write(`${(error as Error).message}\n`)
    return 1
  }
}

async function outputOf(argv: readonly string[], commandProcess: CommandProcess): Promise<string> {
  const { command, args, options, json } = commandLineOf(argv)
  if (command.confirm && options.yes === undefined) {
    const answer = await confirmed(command.confirm(args), commandProcess)
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
  if (options.csv !== undefined) return csvText(output as readonly object[])
  if (json) return `${JSON.stringify(output, undefined, 2)}\n`
  const text = command.prints?.(output) ?? textOf(output, command)
  return command.says ? `${text}\n\n${command.says(output)}\n` : `${text}\n`
}

function textOf(output: object, { columns }: Command): string {
  return Array.isArray(output) ? tableText(output, columns) : recordText(output)
}
