import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readWordGroups } from '../../../finding/word-groups.js'

const configDir = process.env.CONFIG_DIR
const folder = mkdtempSync(join(tmpdir(), 'words-'))
afterEach(() => {
  process.env.CONFIG_DIR = configDir
})

function read(text: string | undefined) {
  if (text !== undefined) writeFileSync(join(folder, 'words.yml'), text)
  process.env.CONFIG_DIR = folder
  return readWordGroups()
}

test('without the file no words mean the same', () => {
  expect(read(undefined)).toMatchObject({ groups: new Map(), mistakes: [] })
})

test('each term of a group means the others, in the form in which texts are compared', () => {
  const { groups, mistakes } = read('groups: [[Saint, St.], [P.T.A., parent-teacher association]]')
  expect(mistakes).toEqual([])
  expect(Object.fromEntries(groups)).toEqual({
    saint: ['st'],
    st: ['saint'],
    pta: ['parent teacher association'],
    'parent teacher association': ['pta'],
  })
})

test.each<[text: string, line: number, message: RegExp]>([
  ['words: []', 1, /there is no list "groups"/],
  ['groups:\n  - [saint]', 2, /a group is a list of two to 8 terms/],
  ['groups:\n  - [saint, "!"]', 2, /a term is a text of one to 8 words/],
  [
    'groups:\n  - [it, one two three four five six seven eight nine]',
    2,
    /a term is a text of one to 8 words/,
  ],
  ['groups:\n  - [saint, st]\n  - [street, St.]', 3, /in group 1 of the list, too/],
  ['groups: []\nasking: [ein, "?"]', 2, /a term is a text of one to 8 words/],
  ['groups: [', 1, /./],
])('%j is refused at line %d', (text, line, message) => {
  const { groups, mistakes } = read(text)
  expect(groups.size).toBe(0)
  expect(mistakes[0]).toMatchObject({ line, message: expect.stringMatching(message) })
  expect(mistakes[0]!.file).toMatch(/words\.yml$/)
})
