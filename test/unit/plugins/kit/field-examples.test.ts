import { exampleIn } from '../../../../plugins/kit/field-examples.js'

const long = 'Feeds whoever comes to its door, and asks nothing of them'

test.each([
  ['a value', [{ a: 'x' }, { a: 'y' }], 'a', 'x'],
  ['one inside objects and lists', [{ a: [{ b: { c: ['x', 'y'] } }] }], 'a.b.c', 'x'],
  ['a place by its names', [{ a: { lat: 1.5, lon: 2 } }], 'a', { lat: 1.5, lon: 2 }],
  ['the first of many numbers', [{ a: [2, 1.5, 3] }], 'a', 2],
  ['a short one before a long one', [{ a: long }, { a: 'Feeds all' }], 'a', 'Feeds all'],
  ['a text, cut behind a word', [{ a: long }], 'a', 'Feeds whoever comes to its…'],
  ['letters of two code units, whole', [{ a: '𝔸'.repeat(99) }], 'a', `${'𝔸'.repeat(31)}…`],
  ['none where nothing is', [{ a: [] }, { a: 'x' }], 'a.b', undefined],
])('%s', (_, documents, name, example) => {
  expect(exampleIn(documents, name)).toEqual(example)
})
