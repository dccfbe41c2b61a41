import { Counter, Histogram } from '../../../../kit/metrics/metric-store.js'

test('counts are kept by their labels', () => {
  const counts = new Counter(['pipeline', 'code'])
  for (const code of ['none', 'NOT_FOUND', 'none']) counts.add(['search', code])
  expect(counts.values()).toEqual([
    { value: 2, labels: { pipeline: 'search', code: 'none' } },
    { value: 1, labels: { pipeline: 'search', code: 'NOT_FOUND' } },
  ])
})

test('each bucket holds all values up to its bound, the last one all', () => {
  const spreads = new Histogram('price', ['rule'], [1, 2])
  for (const value of [0.5, 1, 1.5, 9]) spreads.add(value, ['a'])
  expect(spreads.values()).toEqual([
    { value: 2, labels: { le: 1, rule: 'a' }, metricName: 'price_bucket' },
    { value: 3, labels: { le: 2, rule: 'a' }, metricName: 'price_bucket' },
    { value: 4, labels: { le: '+Inf', rule: 'a' }, metricName: 'price_bucket' },
    { value: 12, labels: { rule: 'a' }, metricName: 'price_sum' },
    { value: 4, labels: { rule: 'a' }, metricName: 'price_count' },
  ])
})

test('a metric without labels is zero from the start', () => {
  expect(new Counter([]).values()).toEqual([{ value: 0, labels: {} }])
  expect(new Histogram('price', [], [1]).values().map(({ value }) => value)).toEqual([0, 0, 0, 0])
})
