import fc from 'fast-check'
import { jsonMembers } from '../../../../kit/log/request-line.js'

const ids = {
  requestId: 'e8b1a5a2-7c6a-4f3b-9d1e-0a4b5c6d7e8f',
  traceId: 'e8b1a5a27c6a4f3b9d1e0a4b5c6d7e8f',
}
const idsAsJson = `,"requestId":"${ids.requestId}","traceId":"${ids.traceId}"`

test('ids and members in their order, without those that are undefined', () => {
  const members = {
    path: '/a',
    code: undefined,
    status: 200,
    aborted: true,
    stepsMs: { names: ['search', 'envelope'], numbers: [0.5, 2.345678] },
  } as const
  expect(jsonMembers(ids, members)).toBe(
    `${idsAsJson},"path":"/a","status":200,"aborted":true,"stepsMs":{"search":0.5,"envelope":2.35}`,
  )
})

test.each([
  '"',
  '\\',
  'a\nb',
  '\u0000',
  'ä',
  '\u2028',
  '\ud800',
  'a b',
  '',
  '{"a":1}',
  'long '.repeat(100),
])('%j stays the text that it is', (text) => {
  for (const time of ['first', 'again']) {
    const json = `{"time":"${time}"${jsonMembers(ids, { text, stepsMs: { names: [text], numbers: [1] } })}}`
    expect(JSON.parse(json)).toEqual({ time, ...ids, text, stepsMs: { [text]: 1 } })
    expect(json).not.toMatch(/[\n\ud800]/u)
  }
})

test('a number has two decimals', () => {
  const number = fc.oneof(fc.nat(), fc.double({ min: 0, max: 1e9, noNaN: true }))
  fc.assert(
    fc.property(number, (price) => {
      expect(jsonMembers(ids, { price })).toBe(
        `${idsAsJson},"price":${Math.round(price * 100) / 100}`,
      )
    }),
  )
})
