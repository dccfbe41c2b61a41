import * as fc from 'fast-check'
import { samples } from '../../../../test/support/samples.js'
import { jsonFault, notJson } from '../../src/json/json-error.js'

/** Texts that are no JSON, as people make them → where, and what is expected. */
const faults: [text: string, line: number, column: number, expected: string][] = [
  ['', 1, 1, 'a value'],
  ['  \n ', 2, 2, 'a value'],
  ['{"a":1', 1, 7, 'a comma or }'],
  ['{"a":1,}', 1, 8, 'a key in double quotes'],
  ['{a:1}', 1, 2, 'a key in double quotes or }'],
  ['{"a" 1}', 1, 6, 'a colon'],
  ['{"a":1 "b":2}', 1, 8, 'a comma or }'],
  ['{"a":[1,]}', 1, 9, 'a value'],
  ['[', 1, 2, 'a value or ]'],
  ['{"a":01}', 1, 7, 'a comma or }'],
  ['{"a":"b', 1, 8, 'a closing "'],
  ['{"a":"\\x"}', 1, 7, 'one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u and four hexadecimal digits'],
  [
    '{"a":"b\nc"}',
    1,
    8,
    'a closing " (line breaks and control characters are written as \\n, \\u0000)',
  ],
  ['{} {}', 1, 4, 'the end of the text'],
  ['{\n  "index": "a",\r\n  "body": {"query": {"match_all": {}}\n}', 4, 2, 'a comma or }'],
]

it.each(faults)('%j', (text, line, column, expected) => {
  expect(jsonFault(text)).toEqual({ line, column, expected })
  const where =
    text.trim() === '' ? 'it is empty' : `line ${line}, column ${column}: ${expected} is expected`
  expect(notJson(text)).toBe(`must be valid JSON: ${where}`)
})

it('finds a fault where JSON.parse does, and nowhere else', async () => {
  const json = fc.json()
  const broken = fc
    .tuple(
      json,
      fc.nat(),
      fc.constantFrom('', '"', ',', '{', ']', ':', '\\', 'x', '1', '\n', '\u0001'),
      fc.nat(2),
    )
    .map(([text, at, put, cut]) => {
      const from = at % (text.length + 1)
      return text.slice(0, from) + put + text.slice(from + cut)
    })
  await fc.assert(
    fc.property(fc.oneof(json, broken, fc.string()), (text) => {
      expect(jsonFault(text) === undefined).toBe(isJson(text))
    }),
    { numRuns: samples(1500) },
  )
})

it('reads long and deep texts without recursion', () => {
  expect(jsonFault('['.repeat(500_000))).toMatchObject({ line: 1, column: 500_001 })
  expect(jsonFault(`{"a":"${'é\\n'.repeat(300_000)}`)).toMatchObject({
    line: 1,
    expected: 'a closing "',
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
