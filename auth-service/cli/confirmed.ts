import { createInterface } from 'node:readline/promises'
import type { CommandProcess } from './command-process.js'

/** Asks on the terminal; only `y` and `yes` mean yes. @returns undefined without a terminal. */
export async function confirmed(
  question: string,
  { stdin: input, stderr: output }: Pick<CommandProcess, 'stdin' | 'stderr'>,
): Promise<boolean | undefined> {
  if (!input.isTTY || !output.isTTY) return undefined
  const lines = createInterface({ input, output })
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim())
  } finally {
    lines.close()
  }
}
