import { createInterface } from 'node:readline'
import { createInterface as createQuestions } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import type { Environment } from '../../kit/config/settings.js'

/** What a command uses of its process: `process`, or a test's own. */
export interface CommandProcess {
  env: Environment
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  stderr: Writable & { isTTY?: boolean }
}

/**
 * Reads a secret: on a terminal without echo, otherwise the first line of standard input. Never an
 * argument, which every process of the machine could read.
 */
export async function askSecret(
  prompt: string,
  { stdin, stderr }: Pick<CommandProcess, 'stdin' | 'stderr'>,
): Promise<string> {
  const isTerminal = stdin.isTTY === true
  if (isTerminal) stderr.write(`${prompt}: `)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: nowhere, terminal: isTerminal })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (isTerminal) stderr.write('\n')
  }
}

/** Asks on the terminal; only `y` and `yes` mean yes. @returns undefined without a terminal. */
export async function askConfirmation(
  question: string,
  { stdin: input, stderr: output }: Pick<CommandProcess, 'stdin' | 'stderr'>,
): Promise<boolean | undefined> {
  if (!input.isTTY || !output.isTTY) return undefined
  const lines = createQuestions({ input, output })
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim())
  } finally {
    lines.close()
  }
}
