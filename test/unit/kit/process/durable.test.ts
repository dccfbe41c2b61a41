import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDrafts, replaceSynced } from '../../../../kit/process/durable.js'

test('a file is replaced while another process has a draft of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'directory-durable-'))
  const file = join(folder, 'file')
  for (const draft of ['draft', `${process.ppid}.draft`]) mkdirSync(`${file}.${draft}`)
  await replaceSynced(file, 'new')
  expect(readFileSync(file, 'utf8')).toBe('new')
  rmSync(folder, { recursive: true })
})

test('the drafts of a file that killed processes have left are removed, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'directory-durable-'))
  const seconds = Date.now() / 1000
  const ages = {
    'file.1.draft': 61,
    'file.22.draft': 999,
    'file.3.draft': 9,
    file: 99,
    'x.1.draft': 99,
  }
  for (const [name, age] of Object.entries(ages)) {
    writeFileSync(join(folder, name), '')
    utimesSync(join(folder, name), seconds - age, seconds - age)
  }
  await removeDrafts(join(folder, 'file'))
  expect(readdirSync(folder).sort()).toEqual(['file', 'file.3.draft', 'x.1.draft'])
  rmSync(folder, { recursive: true })
})
