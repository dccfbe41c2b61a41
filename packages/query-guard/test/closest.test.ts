import { closest, editDistance } from '../src/rule/closest.js'

test.each([
  ['', '', 0],
  ['a', '', 1],
  ['throttle', 'throtle', 1],
  ['limit', 'limti', 1],
  ['kitten', 'sitting', 3],
])('edit distance of %s and %s', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance)
  expect(editDistance(b, a)).toBe(distance)
})

test.each([
  ['throtle', ['open', 'throttle'], 'throttle'],
  ['CREDENTAILS', ['credentials'], 'credentials'],
  ['mach', ['match_all', 'match'], 'match'],
  ['cat', ['car', 'cut'], 'car'],
  ['legal', ['regional', 'lega'], 'lega'],
  ['ein', ['zip', 'id'], undefined],
  ['ie', ['id'], 'id'],
  ['facetxyz', ['facets-by'], undefined],
  ['facetxyz', ['facets-b'], 'facets-b'],
  ['x'.repeat(1_000_000), ['x'], undefined],
  ['x', [], undefined],
])('closest to %.20s among %j', (word, candidates, found) => {
  expect(closest(word, candidates)).toBe(found)
})
