import {
  counter,
  histogram,
  openMetrics,
  renderMetrics,
  snapshot,
} from '../../../kit/metrics/prometheus.js'

test('what was counted is shown as Prometheus reads it, in cumulative buckets', async () => {
  const count = counter({ name: 'a_total', help: 'A.', labels: ['kind', 'end'] })
  const known = counter({ name: 'b_total', help: 'B.', labels: ['kind'], known: ['x'] })
  const observe = histogram({ name: 'c_seconds', help: 'C.', labels: ['kind'] }, [1, 2])
  counter({ name: 'd_total', help: 'D.' })
  count(['before', 'it is open'])
  await openMetrics()
  for (const end of ['good', 'bad', 'good']) count(['x', end])
  known(['y'])
  for (const value of [0.5, 1, 1.5, 3]) observe(value, ['x'])
  expect(() => count(['x'])).toThrow('the labels kind,end have the values x')
  const { text } = await renderMetrics([(await snapshot())!, (await snapshot())!])
  expect(text.split('\n').filter((line) => /^[a-d]_/.test(line))).toEqual([
    'a_total{kind="x",end="good"} 4',
    'a_total{kind="x",end="bad"} 2',
    'b_total{kind="x"} 0',
    'b_total{kind="y"} 2',
    'c_seconds_bucket{le="1",kind="x"} 4',
    'c_seconds_bucket{le="2",kind="x"} 6',
    'c_seconds_bucket{le="+Inf",kind="x"} 8',
    'c_seconds_sum{kind="x"} 12',
    'c_seconds_count{kind="x"} 8',
    'd_total 0',
  ])
})
