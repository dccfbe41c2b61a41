import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { watchedPaths } from '../../../../gateway/primary/files.js'
import { watchPaths } from '../../../../gateway/primary/watch.js'
import { until } from '../../../support/until.js'

const folder = mkdtempSync(join(tmpdir(), 'directory-watch-'))
const file = join(folder, 'a.yml')
let changes = 0
let stop: () => void
beforeEach(async () => {
  writeFileSync(file, 'one')
  changes = 0
  stop = watchPaths([file], () => changes++)
  await until(() => changes === 1) // it may have changed before the first poll
})
afterEach(() => stop())
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['written anew', () => writeFileSync(file, 'two, longer')],
  [
    'replaced by another',
    () => {
      writeFileSync(`${file}.new`, 'three, which is longer')
      renameSync(`${file}.new`, file)
    },
  ],
  [
    'moved away and written, as editors do',
    () => {
      renameSync(file, `${file}~`)
      writeFileSync(file, 'four')
    },
  ],
  ['removed', () => rmSync(file)],
])('a file that is %s has changed once', async (_, change) => {
  change()
  await until(() => changes === 2)
  await wait(500)
  expect(changes).toBe(2)
})

test('one that is removed and comes back later has changed again', async () => {
  rmSync(file)
  await until(() => changes === 2)
  writeFileSync(file, 'five')
  await until(() => changes === 3)
})

test('nothing is told once it is stopped', async () => {
  stop()
  writeFileSync(file, 'six, longer')
  await wait(600)
  expect(changes).toBe(1)
})

test('the files of the configuration are watched, the folder of questions, and each question', () => {
  process.env.CONFIG_DIR = folder
  mkdirSync(join(folder, 'questions'))
  writeFileSync(join(folder, 'questions/forms.yml'), '')
  const files = ['gateway.config.yml', 'system.config.yml']
  const names = [...files, 'questions', 'questions/forms.yml']
  expect(watchedPaths()).toEqual(names.map((name) => join(folder, name)))
})
