import { findEndedNode } from '../../../../kit/process/version.js'

test.each<[string, string, string | undefined]>([
  ['20.19.0', '2026-04-30T23:59:59Z', undefined],
  [
    '20.19.0',
    '2026-05-01',
    'Node 20 gets no security fixes since 2026-04-30: run Node 22 or later',
  ],
  ['24.0.0', '2026-11-28', undefined],
  ['26.0.0', '2030-01-01', 'Node 26 gets no security fixes since 2029-04-30: run a newer one'],
  ['28.0.0', '2040-01-01', undefined], // a line that this version does not know
])('Node %s at %s', (version, day, expected) => {
  expect(findEndedNode(version, Date.parse(day))).toBe(expected)
})
