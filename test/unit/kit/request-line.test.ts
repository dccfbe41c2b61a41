import { jsonMembers } from '../../../kit/request-line.js'

test('the members in their order, without those that are undefined', () => {
  const members = {
    path: '/a',
    code: undefined,
    status: 200,
    aborted: true,
    stepsMs: new Map([['search', 0.5]]),
  } as const
  expect(jsonMembers(members)).toBe(',"path":"/a","status":200,"aborted":true,"stepsMs":{"search":0.5}')
})

test.each(['"', '\\', 'a\nb', '\u0000', 'ä', '\u2028', '\ud800', 'a b', '', '{"a":1}'])(
  '%j stays the text that it is',
  (text) => {
    const json = `{"start":1${jsonMembers({ text, stepsMs: new Map([[text, 1]]) })}}`
    expect(JSON.parse(json)).toEqual({ start: 1, text, stepsMs: { [text]: 1 } })
    expect(json).not.toMatch(/[\n\ud800]/u)
  },
)
