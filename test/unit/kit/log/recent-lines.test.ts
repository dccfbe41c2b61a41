import { RecentLines } from '../../../../kit/log/recent-lines.js'

const line = (members: object) =>
  `${JSON.stringify({ time: new Date().toISOString(), ...members })}\n`

test('the lines of a request are found by its id, and by that of its client', () => {
  const lines = new RecentLines()
  lines.keep(line({ requestId: 'a', msg: 'cause' }) + line({ requestId: 'ab', msg: 'é' }))
  lines.keep(line({ requestId: 'c', clientRequestId: 'a', msg: 'request' }))
  expect(lines.find('a').map(({ msg }) => msg)).toEqual(['cause', 'request'])
  expect(lines.find('ab')).toMatchObject([{ msg: 'é' }])
  expect(lines.find('b')).toEqual([])
  const others = new RecentLines()
  others.keep(lines.take())
  expect(others.find('c')).toHaveLength(1)
})

test('lines of more than an hour ago are not told', () => {
  const lines = new RecentLines()
  lines.keep(line({ requestId: 'a', time: new Date(Date.now() - 3_610_000).toISOString() }))
  expect(lines.find('a')).toEqual([])
})

test('4 MB are kept, the oldest go first', () => {
  const lines = new RecentLines()
  for (let id = 0; id < 100; id++) lines.keep(line({ requestId: `${id}`, x: 'x'.repeat(100_000) }))
  expect(lines.take().length).toBeLessThanOrEqual(4_194_304)
  expect(lines.take().length).toBeGreaterThan(2_097_152)
  expect([lines.find('0').length, lines.find('99').length]).toEqual([0, 1])
})
