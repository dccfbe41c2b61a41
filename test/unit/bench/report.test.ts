import { figureOf } from '../../../bench/report.js'

test.each([
  ['steady samples', [100, 110, 120, 101, 99], '101 (100 to 110)'],
  ['a middle half of a quarter of the median', [87, 88, 100, 113, 200], '100 (88 to 113)'],
  ['a wider one', [80, 87, 100, 113, 120], 'too noisy (87 to 113)'],
  ['samples on both sides of 0', [-3, -1, 0.5, 2, 4], 'too noisy (-1 to 2)'],
  ['four samples', [1, 1, 1, 1], 'too few (1 to 1)'],
])('the figure of %s', (_, samples, text) => {
  expect(figureOf(samples)).toBe(text)
})
