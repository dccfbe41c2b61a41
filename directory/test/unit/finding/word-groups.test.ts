import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testConfigDir } from '../../../../test/support/folders.js'
import { readWordGroups } from '../../../finding/word-groups.js'

const folder = testConfigDir()

function read(text: string | undefined, file = 'words.yml') {
  if (text !== undefined) writeFileSync(join(folder, file), text)
  return readWordGroups()
}

test('without the file no words mean the same', () => {
  expect(read(undefined)).toEqual({ groups: new Map(), asking: new Set(), mistakes: [] })
})

test('each term of a group means the others, in the form in which texts are compared', () => {
  const { groups, mistakes } = read('groups: [[Saint, St.], [P.T.A., parent-teacher association]]')
  expect(mistakes).toEqual([])
  expect(Object.fromEntries(groups)).toEqual({
    saint: { others: ['st'] },
    st: { others: ['saint'] },
    pta: { others: ['parent teacher association'] },
    'parent teacher association': { others: ['pta'] },
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
  ['groups: []\nasking: [ein, "?"]', 2, /a term is a text of one to 8 words/],
  ['groups: [', 1, /./],
])('%j is refused at line %d', (text, line, message) => {
  const { groups, mistakes } = read(text)
  expect(groups.size).toBe(0)
  expect(mistakes[0]).toMatchObject({ line, message: expect.stringMatching(message) })
  if (text.includes('null')) expect(mistakes[0]!.remedy).toMatch(/null in quotes/)
  expect(mistakes[0]!.file).toMatch(/words\.yml$/)
})

test('a term of a cause, in both numbers, and what means the same name the cause', () => {
  read('groups: [[food bank, foodbank]]')
  const causes = 'causes: [{ name: Food banks, codes: [K3], names: [food bank], words: [pantry] }]'
  const { groups } = read(causes, 'causes.yml')
  for (const term of ['food bank', 'food banks', 'foodbank', 'pantries'])
    expect(groups.get(term)).toMatchObject({ cause: 'Food banks' })
})

test.each([
  ['causes: 1', 1, 'there is no list "causes"'],
  ['causes:\n  - { name: A, codes: [k3], words: [a] }', 2, '"codes" of this cause is wrong'],
  ['causes:\n  - { name: A, codes: [K3], words: ["!"] }', 2, '"words" of this cause is wrong'],
  ['causes:\n  - { name: A, codes: [K3], words: [a], label: b }', 2, '"label" of this cause'],
])('causes of %j are refused at line %d', (text, line, message) => {
  const { mistakes } = read(text, 'causes.yml')
  expect(mistakes[0]).toMatchObject({ line, message: expect.stringContaining(message) })
})
