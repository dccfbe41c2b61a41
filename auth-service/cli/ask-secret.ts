import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { CommandProcess } from './command-process.js'

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
