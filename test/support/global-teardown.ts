import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Jest's globalTeardown; keeps the starts of processes for `node dev/size.js`. */
export default async function tearDown(): Promise<void> {
  const folder = process.env.TMPDIR!
  const starts = join(folder, 'starts')
  if (existsSync(starts)) copyFileSync(starts, join(__dirname, '../../dist/test-starts'))
  while (!isRemoved(folder)) await wait(100)
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
