import { breaksOf } from '../highlight/breaks.js'

/** The pieces between the boundaries. */
function pieces(text: string, kind: 'sentence' | 'word'): string[] {
  const breaks = breaksOf(text, kind)
  const found: string[] = []
  for (let at = 0; at < text.length; at = breaks.following(at))
    found.push(text.slice(at, breaks.following(at)))
  return found
}

/** As java.text.BreakIterator breaks them. */
test.each([
  ['Since 1993 (here)', ['Since', ' ', '1993', ' ', '(', 'here', ')']],
  [
    "O'Neil's U.S.A. a_b c-d e/f",
    ["O'Neil's", ' ', 'U.S.A', '.', ' ', 'a_b', ' ', 'c-d', ' ', 'e', '/', 'f'],
  ],
  ['$5.00 100% 3.14 No.1', ['$5.00', ' ', '100%', ' ', '3.14', ' ', 'No', '.1']],
  [
    '東京です カタカナ ひらがな漢字 한국어',
    ['東京', 'です', ' ', 'カタカナ', ' ', 'ひらがな', '漢字', ' ', '한국어'],
  ],
  ['सहायता  "x"', ['सहायता', '  ', '"', 'x', '"']],
])('words of %s', (text, expected) => {
  expect(pieces(text, 'word')).toEqual(expected)
})

test.each([
  [
    'Mr. Smith went to the U.S. army. It was e.g. fine.',
    ['Mr. ', 'Smith went to the U.S. army. ', 'It was e.g. fine.'],
  ],
  [
    '"Really?" she said. Yes! No?! 3.5 is ok.Next.',
    ['"Really?" ', 'she said. ', 'Yes! ', 'No?! ', '3.5 is ok.Next.'],
  ],
  ['東京です。大阪です！はい。', ['東京です。', '大阪です！', 'はい。']],
  [
    'One. (two) is. "three" is. 4 is. - Five. “Six.” «Seven»',
    ['One. ', '(two) is. ', '"three" is. 4 is. - Five. ', '“Six.” ', '«Seven»'],
  ],
  ['no end', ['no end']],
])('sentences of %s', (text, expected) => {
  expect(pieces(text, 'sentence')).toEqual(expected)
})

test('before and after any offset', () => {
  const breaks = breaksOf('one two', 'word')
  expect([breaks.preceding(0), breaks.preceding(4), breaks.preceding(7)]).toEqual([0, 3, 4])
  expect([breaks.following(0), breaks.following(3), breaks.following(7)]).toEqual([3, 4, 7])
})
