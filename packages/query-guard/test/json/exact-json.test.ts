import { parseExact, stringifyExact } from '../../src/json/exact-json.js'

test.each([
  ['-9223372036854775808', -9223372036854775808n],
  ['[9007199254740993,1]', [9007199254740993n, 1]],
  ['{"a":{"b":18446744073709551615}}', { a: { b: 18446744073709551615n } }],
  [
    '[9007199254740991,1e20,0.12345678901234566,-1.5E300]',
    [9007199254740991, 1e20, 0.12345678901234566, -1.5e300],
  ],
  ['["9007199254740993","\\"9007199254740993"]', ['9007199254740993', '"9007199254740993']],
])('parses %s', (text, value) => {
  expect(parseExact(text)).toEqual(value)
})

test.each([
  '[-9223372036854775808,9007199254740993,"9007199254740993",null,true]',
  '{"a":"\\"1234567890123456789\\\\","b":1234567890123456789}',
  '{"__proto__":{"a":9007199254740993}}',
])('writes %s as it was', (text) => {
  expect(stringifyExact(parseExact(text))).toBe(text)
})

test('takes a text of a megabyte of escapes', () => {
  const text = `["${'\\"'.repeat(500_000)}",9007199254740993]`
  expect(stringifyExact(parseExact(text))).toBe(text)
})

test.each(['', '{', '[9007199254740993', '9007199254740993x', '"9007199254740993'])(
  'refuses %j',
  (text) => {
    expect(() => parseExact(text)).toThrow(SyntaxError)
  },
)
