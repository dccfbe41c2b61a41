import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { replaceSynced } from '../../../../kit/process/durable.js'

test('a file is replaced while another process has a draft of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'directory-durable-'))
  const file = join(folder, 'file')
  for (const draft of ['draft', `${process.ppid}.draft`]) mkdirSync(`${file}.${draft}`)
  await replaceSynced(file, 'new')
  expect(readFileSync(file, 'utf8')).toBe('new')
  rmSync(folder, { recursive: true })
})
