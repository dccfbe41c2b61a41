import { parseUnambiguous, repeatedKey } from '../../src/json/json-text.js'

test.each([
  '{"a":1,"b":{"a":1},"c":[{"a":":,{"},{"a":"\\""}]}',
  '{"__proto__":1,"":{}}',
  '"a:b"',
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
])('each key occurs once: %.50s', (text) => {
  expect(parseUnambiguous(text)).toHaveProperty('value')
})

test.each(['{"a":1,"a":1}', '{"b":[{"a":1,"\\u0061":2}]}', '{"__proto__":1,"__proto__":2}'])(
  'a key is repeated: %s',
  (text) => {
    expect(parseUnambiguous(text)).toEqual({ problem: repeatedKey })
  },
)
