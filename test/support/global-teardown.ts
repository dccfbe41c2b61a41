import { rmSync } from 'node:fs'

/** Jest's globalTeardown. */
export default function tearDown(): void {
  rmSync(process.env.TMPDIR!, { recursive: true, force: true })
}
