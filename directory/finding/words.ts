/** Words that texts of all kinds have: no search depends on them, unless it has no others. */
const smallWords = new Set(
  'of the and for in at to on by with near a an inc incorporated corp corporation llc ltd'.split(
    ' ',
  ),
)

/**
 * The words of a text as `analysis` of the mapping makes them (directory/fields/mapping.ts): in
 * small letters, Latin ones without accents, without apostrophes, and initials as one word.
 */
export function splitWords(text: string): string[] {
  const plain = text
    .replace(/\p{Cf}|\ufe0e|\ufe0f/gu, '') // signs that nobody sees
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/&(?=[^&]*[\p{L}\p{N}])/gu, ' and ')
    .replace(/['’‘ʻʼ`]/gu, '')
    .replace(/(?<![\p{L}\p{N}])(\p{L})(?:\. ?| )(?=\p{L}(?![\p{L}\p{N}]))/gu, '$1')
  return plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

export const isSmall = (word: string): boolean => smallWords.has(word)

/** Without the small words at its ends. */
export function trimSmall(words: readonly string[]): readonly string[] {
  const isOther = (word: string) => !isSmall(word)
  return words.slice(Math.max(words.findIndex(isOther), 0), words.findLastIndex(isOther) + 1)
}

/** Without the small words; all where there are no others. */
export function significant(words: readonly string[]): readonly string[] {
  const others = words.filter((word) => !isSmall(word))
  return others.length > 0 ? others : words
}

export const hasDigit = (word: string): boolean => /\p{N}/u.test(word)

/** The plural of a singular and the other way round, as English makes most; none of short words. */
export function otherNumber(word: string): string[] {
  if (word.length < 4 || !/^[a-z]+$/.test(word) || /(ss|us|is)$/.test(word)) return []
  if (word.endsWith('ies')) return [word.replace(/ies$/, 'y')]
  if (/(ch|sh|x|ss)es$/.test(word)) return [word.slice(0, -2)]
  if (word.endsWith('s')) return [word.slice(0, -1)]
  if (/[^aeiou]y$/.test(word)) return [word.replace(/y$/, 'ies')]
  return [word + (/(ch|sh|x)$/.test(word) ? 'es' : 's')]
}

/** Small numbers as names have them; i and v are initials as well. */
const numerals = `
  2 two ii, 3 three iii, 4 four iv, 5 five, 6 six, 7 seven, 8 eight, 9 nine, 10 ten,
  1st first, 2nd second, 3rd third, 4th fourth, 5th fifth,
  6th sixth, 7th seventh, 8th eighth, 9th ninth, 10th tenth`
  .split(',')
  .map((ways) => ways.trim().split(' '))

/** A number written in the other ways. */
export const otherNumerals = (word: string): string[] =>
  numerals.find((ways) => ways.includes(word))?.filter((way) => way !== word) ?? []

/** A term in the number of its last word, and in the other one. */
export function inBothNumbers(term: string): string[] {
  const words = term.split(' ')
  return [term, ...otherNumber(words.at(-1)!).map((last) => words.with(-1, last).join(' '))]
}
