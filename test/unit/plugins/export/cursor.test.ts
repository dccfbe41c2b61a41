import { Cursors, makeDigest } from '../../../../plugins/export/cursor.js'

const digest = makeDigest('an export')
const cursors = new Cursors('a secret')
const cursor = cursors.write(digest, '["x",7]')
const changed = (at: number) => {
  const bytes = Buffer.from(cursor, 'base64url')
  bytes[at]! ^= 1
  return bytes.toString('base64url')
}

test('is read by all that have the secret, and equal for equal positions', () => {
  const other = new Cursors('a secret')
  expect(other.read(digest, cursor)).toBe('["x",7]')
  expect(other.write(digest, '["x",7]')).toBe(cursor)
})

test.each<[string, string]>([
  ['none', ''],
  ['another form', changed(0)],
  ['another signature', changed(1)],
  ['another place', changed(34)],
  ['that of another secret', new Cursors('another').write(digest, '["x",7]')],
])('%s is refused', (_, text) => {
  expect(() => cursors.read(digest, text)).toThrow('was not issued by this service')
})

test('that of another export is refused', () => {
  expect(() => cursors.read(makeDigest('another'), cursor)).toThrow('belongs to another export')
})

test('is no formula of a spreadsheet, whatever it is of', () => {
  for (let i = 0; i < 1000; i++) expect(cursors.write(makeDigest(i), `[${i}]`)).toMatch(/^A/)
})
