import type { Report } from './report.js'

/** The same bound as for other texts. */
const longestName = 256

/** Validates a name chosen by the caller: the answer repeats it for each bucket and hit. */
export function validateName(name: string, depth: number, report: Report): void {
  if (name.length > longestName) report.refuse(depth, `at most ${longestName} characters`)
}
