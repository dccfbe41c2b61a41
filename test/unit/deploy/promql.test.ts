import { promql } from '../../support/promql.js'

/** Our reading of the expressions of the alerts does what Prometheus documents. */
const at = (value: number, labels = {}, name = 'm', before = value - 30) => ({
  ...{ name, labels },
  samples: [
    [-30, before],
    [-15, (before + value) / 2],
    [0, value],
  ] as const,
})
const series = [
  at(60, { a: 'x', b: '1' }),
  at(90, { a: 'x', b: '2' }),
  at(30, { a: 'y', b: '1' }),
  at(-7, { a: 'x' }, 'n', 0),
  { name: 'gone', labels: {}, samples: [[-15, 1]] as const },
  ...[1, 2, 10, 10].map((count, i) =>
    at(count, { le: ['1', '2', '4', '+Inf'][i]! }, 'h_bucket', 0),
  ),
]

test.each<[string, unknown]>([
  ['m{a="y"}', [30]],
  ['m{a=~"x|y",b!="1"}', [90]],
  ['m > 50', [60, 90]],
  ['sum(m)', [180]],
  ['sum by (a) (m)', [150, 30]],
  ['rate(m{a="y"}[1m])', [1]],
  ['abs(n)', [7]],
  ['m - time() < 14 * 3', [30]],
  ['m / ignoring (b) group_left sum by (a) (m)', [0.4, 0.6, 1]],
  ['m unless on (a) n == 0 - 7', [30]],
  ['m{b="2"} or n', [90, -7]],
  ['gone', []],
  ['histogram_quantile(0.5, sum by (le) (rate(h_bucket[1m])))', [2.75]],
])('%s', (text, values) => {
  const found = promql(text)(series, 0)
  expect((found as { value: number }[]).map(({ value }) => value)).toEqual(values)
})

test.each(['m >', 'm m', 'avg(m)'])('%s is refused', (text) => {
  expect(() => promql(text)([], 0)).toThrow()
})
