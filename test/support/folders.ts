import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that is there until the tests of the file, or of the block, have run. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'directory-test-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  return folder
}

/** The same, which is CONFIG_DIR meanwhile, with an empty folder of search templates. */
export function testConfigDir(): string {
  const folder = testFolder()
  mkdirSync(join(folder, 'search-templates'))
  const before = process.env.CONFIG_DIR
  beforeAll(() => {
    process.env.CONFIG_DIR = folder
  })
  afterAll(() => {
    if (before === undefined) delete process.env.CONFIG_DIR
    else process.env.CONFIG_DIR = before
  })
  return folder
}
