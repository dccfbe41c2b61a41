import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { watchedPaths } from '../../../../gateway/primary/files.js'
import { watchPaths } from '../../../../gateway/primary/watch.js'
import { testFolder } from '../../../support/folders.js'
import { until } from '../../../support/until.js'

const folder = testFolder()

let made = 0
/** A file of its own that is watched, and how often it was told to have changed. */
async function watched() {
  const file = join(folder, `${++made}.yml`)
  writeFileSync(file, 'one')
  const one = { file, changes: 0, stop: watchPaths([file], () => one.changes++) }
  await until(() => one.changes === 1) // it may have changed before the first poll
  return one
}

test.concurrent.each<[string, (file: string) => void]>([
  [
    'replaced by another',
    (file) => {
      writeFileSync(`${file}.new`, 'three, which is longer')
      renameSync(`${file}.new`, file)
    },
  ],
  [
    'moved away and written, as editors do',
    (file) => {
      renameSync(file, `${file}~`)
      writeFileSync(file, 'four')
    },
  ],
  ['removed', (file) => rmSync(file)],
])('a file that is %s has changed once', async (_, change) => {
  const one = await watched()
  change(one.file)
  await until(() => one.changes === 2)
  await wait(500)
  expect(one.changes).toBe(2)
  one.stop()
})

test.concurrent('one that is removed and comes back later has changed again', async () => {
  const one = await watched()
  rmSync(one.file)
  await until(() => one.changes === 2)
  writeFileSync(one.file, 'five')
  await until(() => one.changes === 3)
  one.stop()
})

test.concurrent('nothing is told once it is stopped', async () => {
  const one = await watched()
  one.stop()
  writeFileSync(one.file, 'six, longer')
  await wait(600)
  expect(one.changes).toBe(1)
})

test('the files of the configuration are watched, the folder of templates, and each template', () => {
  process.env.CONFIG_DIR = folder
  mkdirSync(join(folder, 'search-templates'))
  writeFileSync(join(folder, 'search-templates/forms.yml'), '')
  const files = ['gateway.config.yml', 'system.config.yml']
  const names = [...files, 'search-templates', 'search-templates/forms.yml']
  expect(watchedPaths([])).toEqual(names.map((name) => join(folder, name)))
})
