import { isTooDeep } from '../../../../plugins/kit/nesting.js'

/** A scalar inside this many arrays or objects. */
const nested = (levels: number, open: string, close: string): unknown =>
  JSON.parse(open.repeat(levels) + 1 + close.repeat(levels))

test.each([
  ['[', ']'],
  ['{"a":', '}'],
  ['[0,{"a":[],"b":', '}]'],
])('%s…%s is too deep from some level on, and before that it can be serialized', (open, close) => {
  const perPair = open.startsWith('[0') ? 2 : 1
  const deepest = nested(2000 / perPair, open, close)
  expect(isTooDeep(deepest)).toBe(false)
  expect(JSON.parse(JSON.stringify(deepest))).toBeDefined()
  expect(isTooDeep(nested(2000 / perPair + 1, open, close))).toBe(true)
  expect(isTooDeep(nested(200_000, open, close))).toBe(true)
})

test.each([1, 'a', null, {}, [], { a: [{ b: 1 }] }])('%j is not', (value) => {
  expect(isTooDeep(value)).toBe(false)
})
