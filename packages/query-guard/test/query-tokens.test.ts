import { tokenize } from '../src/grammar/query-tokens.js'

const short = (text: string) => tokenize(text)?.map((token) => `${token.kind} ${token.text}`)

test.each<[string, string[] | undefined]>([
  [
    'registered_on:[now-10y/y TO now/d]',
    ['word registered_on', 'colon :', 'range [now-10y/y TO now/d]'],
  ],
  ['["a ] /b" TO c]', ['range ["a ] /b" TO c]']],
  ['["a\\" ] b" TO c]', ['range ["a\\" ] b" TO c]']],
  ['[a\\] /b/', ['range [a\\]', 'regexp /b/']],
  [
    'street:"1/2" AND y:[1 TO 2]',
    [
      ...[
        'word street',
        'colon :',
        'phrase "1/2"',
        'word AND',
        'word y',
        'colon :',
        'range [1 TO 2]',
      ],
    ],
  ],
  ['"a\\"/b"', ['phrase "a\\"/b"']],
  ['a\\\\/b/', ['word a\\\\', 'regexp /b/']],
  ['/a\\/b/', ['regexp /a\\/b/']],
  ['/a\\/', ['regexp /a\\/']],
  ['::a', ['colon :', 'colon :', 'word a']],
  ['a^2name:x', ['word a', 'other ^2', 'word name', 'colon :', 'word x']],
  ['a~2name:x', ['word a', 'other ~2name', 'colon :', 'word x']],
  ['a\u3000b:c', ['word a', 'word b', 'colon :', 'word c']],
  ['+a-b:*c?', ['other +', 'word a-b', 'colon :', 'word *c?']],
  ['', []],
  ['"open', undefined],
  ['a/b', undefined],
  ['[1 TO 2', undefined],
  ['a^b', undefined],
  ['a\\', undefined],
])('%s', (text, expected) => {
  expect(short(text)).toEqual(expected)
})
