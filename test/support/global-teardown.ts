import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Jest's globalTeardown; keeps the starts of processes for `node dev/size.js`. */
export default function tearDown(): void {
  const folder = process.env.TMPDIR!
  const starts = join(folder, 'starts')
  if (existsSync(starts)) copyFileSync(starts, join(__dirname, '../../dist/test-starts'))
  rmSync(folder, { recursive: true, force: true })
}
