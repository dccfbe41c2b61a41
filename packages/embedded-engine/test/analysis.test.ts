import fc from 'fast-check'
import { analyzers } from '../src/analysis/analyzers.js'
import { tokensOf } from '../src/analysis/tokens.js'
import { eachWord } from '../src/analysis/word-break.js'

const terms = (analyzer: string, text: string) =>
  tokensOf(analyzers.get(analyzer)!, [text]).map(({ term }) => term)

/** As a real Elasticsearch 9 answers `_analyze`. */
test.each([
  ["O'Neil's U.S.A. office", ["o'neil's", 'u.s.a', 'office']],
  ['3.14 1,000.5 a_b c-d e/f', ['3.14', '1,000.5', 'a_b', 'c', 'd', 'e', 'f']],
  ['it’s Straße 東京 カタカナ', ['it’s', 'straße', '東', '京', 'カタカナ']],
  ['!!! … —', []],
  ['𝒳'.repeat(200), ['𝒳'.repeat(127), '𝒳'.repeat(73)]],
])('standard: %s', (text, expected) => {
  expect(terms('standard', text)).toEqual(expected)
})

test('whitespace keeps no-break spaces and case; keyword keeps all', () => {
  expect(terms('whitespace', ' A-b\tc\u00A0d\u3000E ')).toEqual(['A-b', 'c\u00A0d', 'E'])
  expect(terms('keyword', ' A b ')).toEqual([' A b '])
})

test('values of one field are 100 positions apart, and one letter', () => {
  const tokens = tokensOf(analyzers.get('standard')!, ['a b', 'c'])
  expect(tokens.map(({ position }) => position)).toEqual([0, 1, 102])
  expect(tokens.at(-1)).toEqual({ term: 'c', position: 102, start: 4, end: 5 })
})

test('words of any text are ascending, apart, not empty and at most 255 long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      let last = 0
      eachWord(text, (start, end) => {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        expect(end - start).toBeLessThanOrEqual(255)
        last = end
      })
      expect(last).toBeLessThanOrEqual(text.length)
    }),
    { numRuns: 700 },
  )
})

test.each(['_', 'a.', "'", '\u0301', 'א"', '#', '👩\u200D', '1️'])(
  'a megabyte of %j takes no longer than plain text',
  (piece) => {
    let words = 0
    const before = process.cpuUsage()
    eachWord(piece.repeat(500_000), () => {
      words++
    })
    expect(words).toBeGreaterThanOrEqual(0)
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000) // of hours, if it were quadratic
  },
)
