import { renderCsv } from '../../../auth-service/cli/table.js'

test.each<[string, unknown, string]>([
  ['a comma', 'a,b', '"a,b"'],
  ['a quote', 'a "b"', '"a ""b"""'],
  ['a line break', 'a\nb', '"a\nb"'],
  ['nothing', null, ''],
  ['a number', -1.5, '-1.5'],
  ['a formula', '=1+1', "'=1+1"],
  ['a formula with a quote', '=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ['another formula', '@SUM(A1)', "'@SUM(A1)"],
  ['a text that begins with a minus', '-1', "'-1"],
  ['a formula after spaces', '  =1+1', "'  =1+1"],
  ['a formula with a full-width sign', '\uff1d1+1', "'\uff1d1+1"],
])('a cell with %s', (_, value, written) => {
  expect(renderCsv([{ name: value, last: 1 }])).toBe(`name,last\r\n${written},1\r\n`)
})

test('without rows there is nothing', () => expect(renderCsv([])).toBe(''))
