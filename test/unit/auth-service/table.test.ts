import { recordText, renderCsv, renderTable } from '../../../auth-service/cli/table.js'

test.each([
  ['a line break', 'a\nb'],
  ['an escape sequence', 'a\u001bb'],
  ['an override of the direction', 'a\u202eb'],
])('a cell with %s leaves the others as they are', (_, name) => {
  expect(renderTable([{ name, role: 'user' }])).toBe('NAME  ROLE\na?b   user')
  expect(recordText({ name })).toBe('name  a?b')
})

test('a cell shows letters of any script, and emoji', () => {
  const name = 'نرم‌افزار 👩‍💻'
  expect(recordText({ name })).toBe(`name  ${name}`)
})

test.each<[string, unknown, string]>([
  ['a comma and a quote', 'a,"b"', '"a,""b"""'],
  ['nothing', null, ''],
  ['a number', -1.5, '-1.5'],
  ['a formula', '=1+1', "'=1+1"],
])('a cell of CSV with %s', (_, value, written) => {
  expect(renderCsv([{ name: value, last: 1 }])).toBe(`name,last\r\n${written},1\r\n`)
})
