import { isDay, parseInstant } from '../../../../kit/api/dates.js'
import { parseUtcInstant } from '../../../../packages/query-guard/src/index.js'

test.each([
  ['2026-02-28', true],
  ['0099-12-31', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['2026-01-01Z', false],
])('%s is a day: %s', (text, isOne) => {
  expect(isDay(text)).toBe(isOne)
})

test.each<[string, string | undefined]>([
  ['2030-01-31T12:00:00Z', '2030-01-31T12:00:00.000Z'],
  ['2030-01-31T12:00:00.5+02:00', '2030-01-31T10:00:00.500Z'],
  ['2030-01-31T12:00-05:30', '2030-01-31T17:30:00.000Z'],
  ['2030-01-31', undefined],
  ['2030-01-31T12:00:00', undefined],
  ['2030-01-31T24:00:00Z', undefined],
  ['2030-01-31T12:00:00+24:00', undefined],
  ['+002030-01-31T12:00:00Z', undefined],
  ['', undefined],
])('%s is the instant %s', (text, expected) => {
  const time = parseInstant(text)
  expect(time === undefined ? undefined : new Date(time).toISOString()).toBe(expected)
})

test.each<[string, string | undefined]>([
  ['2030-01-31T12:00:00', '2030-01-31T12:00:00.000Z'],
  ['2030-01-31', '2030-01-31T00:00:00.000Z'],
  ['2030-01', '2030-01-01T00:00:00.000Z'],
  ['2030', '2030-01-01T00:00:00.000Z'],
  ['now', undefined],
  ['31 Jan 2030', undefined],
])('Elasticsearch reads %s as %s', (text, expected) => {
  const time = parseUtcInstant(text)
  expect(time === undefined ? undefined : new Date(time).toISOString()).toBe(expected)
})

test('the zone of this machine changes nothing', () => {
  const before = process.env.TZ
  process.env.TZ = 'Pacific/Kiritimati'
  try {
    expect(parseUtcInstant('2030-01-31T12:00:00')).toBe(Date.UTC(2030, 0, 31, 12))
    expect(isDay('2030-01-31')).toBe(true)
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
})
