import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testConfigDir } from '../../../../test/support/folders.js'
import { readWordGroups } from '../../../finding/word-groups.js'

const folder = testConfigDir()

function read(text: string | undefined) {
  if (text !== undefined) writeFileSync(join(folder, 'words.yml'), text)
  return readWordGroups()
}

test('without the file no words mean the same', () => {
  expect(read(undefined)).toEqual({ groups: new Map(), mistakes: [] })
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

test('bounds are accepted, and one group more is refused', () => {
  const terms = Array.from({ length: 8 }, (_, i) => `t${i} 2 3 4 5 6 7 8`)
  const groups = Array.from({ length: 1999 }, (_, i) => `  - [a${i}, b${i}]`).join('\n')
  const bounds = `groups:\n  - [${terms.join()}]\n${groups}`
  expect(read(bounds).mistakes).toEqual([])
  const message = 'there are more than 2000 groups'
  expect(read(`${bounds}\n  - [saint, st]`).mistakes).toMatchObject([{ line: 2002, message }])
})

test.each<[text: string, line: number, message: RegExp]>([
  ['words: []', 1, /there is no list "groups"/],
  ['groups:\n  - [saint]', 2, /a group is a list of two to 8 terms/],
  ['groups:\n  - [a, b, c, d, e, f, g, h, i]', 2, /a group is a list of two to 8 terms/],
  ['groups:\n  - [saint, "!"]', 2, /a term is a text of one to 8 words/],
  ['groups:\n  - [null, none]', 2, /a term is a text of one to 8 words/],
  ['groups:\n  - [saint, st]\n  - [street, St.]', 3, /in group 1 of the list, too/],
  ['groups: [', 1, /./],
])('%j is refused at line %d', (text, line, message) => {
  const { groups, mistakes } = read(text)
  expect(groups.size).toBe(0)
  expect(mistakes[0]).toMatchObject({ line, message: expect.stringMatching(message) })
  if (text.includes('null')) expect(mistakes[0]!.remedy).toMatch(/null in quotes/)
  expect(mistakes[0]!.file).toMatch(/words\.yml$/)
})
