import { dateFormat } from '../src/dates/format.js'
import { parseDate } from '../src/dates/math.js'
import { EngineError } from '../src/errors.js'

const now = Date.parse('2024-03-31T10:20:30.456Z')
const standard = 'strict_date_optional_time||epoch_millis'

test.each([
  ['2001', false, undefined, '2001-01-01T00:00:00.000Z'],
  ['2001', true, undefined, '2001-01-01T23:59:59.999Z'],
  ['2001-02-03T04:05', true, undefined, '2001-02-03T04:05:59.999Z'],
  ['2001-02-03T04:05:06.7Z', false, undefined, '2001-02-03T04:05:06.700Z'],
  ['2001-02-03T04:05:06+02:30', false, undefined, '2001-02-03T01:35:06.000Z'],
  ['2001-02-03', false, '+02:00', '2001-02-02T22:00:00.000Z'],
  ['2001-07-03', false, 'Europe/Athens', '2001-07-02T21:00:00.000Z'],
  ['1000000000000', false, undefined, '2001-09-09T01:46:40.000Z'],
  ['now', false, undefined, '2024-03-31T10:20:30.456Z'],
  ['now-1M', false, undefined, '2024-02-29T10:20:30.456Z'],
  ['now/d', true, undefined, '2024-03-31T23:59:59.999Z'],
  ['now-1y/y', false, undefined, '2023-01-01T00:00:00.000Z'],
  ['now/w', false, undefined, '2024-03-25T00:00:00.000Z'],
  ['2001-02-15||+1M/M', true, undefined, '2001-03-31T23:59:59.999Z'],
])('%s (up: %s, zone: %s)', (text, roundUp, zone, expected) => {
  const millis = parseDate(text, { format: dateFormat(standard), roundUp, zone, now })
  expect(new Date(millis).toISOString()).toBe(expected)
})

test.each([
  'x',
  '2001-13',
  '2001-02-30',
  '2001-2-3',
  'now+',
  'now+1x',
  '2001||2',
  '2001-01-01T25:00',
])('refused: %s', (text) => {
  expect(() => parseDate(text, { format: dateFormat(standard), roundUp: false, now })).toThrow(
    EngineError,
  )
})

test.each([
  ['yyyy/MM/dd HH:mm:ss', '2020/02/29 12:00:01', '2020/02/29 12:00:01'],
  ['dd MMM yyyy', '29 Feb 2020', '29 Feb 2020'],
  ['basic_date', '20200229', '20200229'],
  ['epoch_second', '1582934400', '1582934400'],
  ['strict_date_optional_time', '2020-02', '2020-02-01T00:00:00.000Z'],
])('%s reads and prints', (pattern, text, printed) => {
  const format = dateFormat(pattern)
  expect(format.print(parseDate(text, { format, roundUp: false, now }))).toBe(printed)
})

test('what Date cannot hold is refused', () => {
  for (const text of ['300000', '-300000']) expect(dateFormat('date').parse(text)).toBeUndefined()
  expect(dateFormat('epoch_millis').parse('9000000000000000')).toBeUndefined()
})
