import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { isDay } from '../../kit/api/dates.js'

type Terminal = {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  output: NodeJS.WritableStream & { isTTY?: boolean }
}

/**
 * Asks for the day that the data describes, where there is someone to answer.
 * @returns undefined where it is not known. @throws Error when the question is interrupted.
 */
export async function askDate(
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<string | undefined> {
  if (!input.isTTY || !output.isTTY) return undefined
  const questions = createInterface({ input, output })
  const interrupted = once(questions, 'close').then(() => {
    throw new Error('interrupted: nothing is loaded')
  })
  interrupted.catch(() => {}) // also after an answer
  const ask = () => questions.question('Date of the data, YYYY-MM-DD (empty: not known): ')
  try {
    for (;;) {
      const answer = (await Promise.race([ask(), interrupted])).trim()
      if (answer === '') return undefined
      if (isDay(answer)) return answer
      output.write('This is no day. One is written as 2026-11-10.\n')
    }
  } finally {
    questions.close()
  }
}
