import { createInterface } from 'node:readline/promises'

/** Asks on the terminal; only `y` and `yes` mean yes. @returns undefined without a terminal. */
export async function confirmed(question: string): Promise<boolean | undefined> {
  const { stdin: input, stderr: output } = process
  if (!input.isTTY || !output.isTTY) return undefined
  const lines = createInterface({ input, output })
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim())
  } finally {
    lines.close()
  }
}
