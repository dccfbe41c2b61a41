import { renderHeader, renderRow } from '../../../../plugins/export/csv.js'

const columns = ['id', 'a', 'a.b', '_cursor']
const row = (document: object) => renderRow(JSON.stringify(document), columns, 'end')

test.each<[string, object, string]>([
  ['nothing', {}, ',,,end\r\n'],
  ['a comma, a quote, a line end', { id: 'a,"b"\r\nc' }, '"a,""b""\r\nc",,,end\r\n'],
  ['a list and an object', { id: ['x', 1], a: { c: 2 } }, '"[""x"",1]","{""c"":2}",,end\r\n'],
  ['a negative number', { a: -5 }, ',-5,,end\r\n'],
  ['formulas', { id: '=1+1', a: '+x', 'a.b': '@x' }, "'=1+1,'+x,'@x,end\r\n"],
  ['one of wide letters', { id: '\uff1d1' }, "'\uff1d1,,,end\r\n"],
  ['a tab at the beginning', { id: '\tx' }, `"'\tx",,,end\r\n`],
  ['what parts cells elsewhere', { id: 'a;=1+1', a: 'b\t=1+1' }, '"a;=1+1","b\t=1+1",,end\r\n'],
  ['one in a list, which is no formula', { id: ['=x'] }, '"[""=x""]",,,end\r\n'],
])('%s', (_, document, expected) => {
  expect(row(document)).toBe(expected)
})

test('keeps all digits of a number', () => {
  expect(renderRow('{"id":12345678901234567890}', ['id', '_cursor'], '')).toBe(
    '12345678901234567890,\r\n',
  )
})

test('a field of the index may have the name of a formula', () => {
  expect(renderHeader(['id', '=cmd', 'a,b'])).toBe('id,\'=cmd,"a,b"\r\n')
})
