import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Jest's globalSetup: one folder for everything temporary of a run, in all its processes;
 * global-teardown.ts removes it.
 */
export default function setUp(): void {
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'directory-tests-'))
}
