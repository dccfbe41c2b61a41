import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Jest's globalTeardown: removes what a run has written. */
export default async function tearDown(): Promise<void> {
  while (!isRemoved(process.env.TMPDIR!)) await wait(100)
}

/** The stacks of Jest's workers (worker-stack.ts) end after them, and write their files until then. */
function isRemoved(folder: string): boolean {
  try {
    rmSync(folder, { recursive: true, force: true })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
    return false
  }
}
