import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesOf } from '../../../../plugins/kit/page-files.js'
import { sets } from '../../../../plugins/pages/sets.js'
import { testFolder } from '../../../support/folders.js'

const folder = testFolder()
const file = (name: string, bytes = 1) => {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, Buffer.alloc(bytes, 'a'))
  return path
}

test.each(Object.entries(sets))('%s: every file is there', (_, set) => {
  const files = filesOf(set())
  expect(files.get('')!.read().type).toBe('text/html; charset=utf-8')
  expect([...files.values()].every((file) => file.read().body.length > 0)).toBe(true)
})

test('a file is read when it is first asked for, and never again', () => {
  const later = file('later.css')
  const served = filesOf({ page: file('a.html'), files: [later] }).get('later.css')!
  writeFileSync(later, 'second')
  const first = served.read()
  writeFileSync(later, 'third')
  expect([first.body.toString(), served.read()]).toEqual(['second', first])
})

test('files are known by their last name, the page by none', () => {
  const files = filesOf({ page: file('a.html'), files: [file('deep/down/b.css')] })
  expect([...files.keys()]).toEqual(['', 'b.css'])
})

test.each<[string, () => string[], RegExp]>([
  ['a type that pages are not made of', () => [file('a.sh')], /a\.sh is of no type/],
  [
    'two of one name',
    () => [file('b.js'), file('other/b.js')],
    /two files of the page are called b\.js/,
  ],
  [
    'too much for the memory',
    () => [file('c.js', 9 << 20), file('d.js', 9 << 20)],
    /more than 16777216/,
  ],
  ['one that is not there', () => [join(folder, 'e.js')], /ENOENT/],
])('%s is refused at the start', (_, files, message) => {
  expect(() => filesOf({ page: file('a.html'), files: files() })).toThrow(message)
})
