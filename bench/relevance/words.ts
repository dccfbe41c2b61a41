/** The words of a name in small letters; an apostrophe is no end of a word. */
export const wordsOf = (text = '') =>
  text
    .toLowerCase()
    .replaceAll("'", '')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** What makes two names the same: their words without those that some leave out. */
export const keyOf = (text: string) =>
  wordsOf(text)
    .filter((word) => !/^(the|inc|and|of)$/.test(word))
    .join(' ')

/** A word with a wrong letter, by the way the mistake is made. */
export const mistakes = {
  'left out': (word: string, at: number) => word.slice(0, at) + word.slice(at + 1),
  doubled: (word: string, at: number) => word.slice(0, at + 1) + word.slice(at),
  swapped: (word: string, at: number) =>
    word.slice(0, at) + (word[at + 1] ?? '') + word[at] + word.slice(at + 2),
  replaced: (word: string, at: number) =>
    word.slice(0, at) + (word[at] === 'e' ? 'a' : 'e') + word.slice(at + 1),
} as const

/** Whether a letter added, left out or replaced, or a swap of neighbours, makes one the other. */
export function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let same = 0
  while (same < a.length && a[same] === b[same]) same++
  const [one, other] = [a.slice(same), b.slice(same)]
  return (
    one.slice(1) === other.slice(1) ||
    one.slice(1) === other ||
    one === other.slice(1) ||
    (one[0] === other[1] && one[1] === other[0] && one.slice(2) === other.slice(2))
  )
}

/** Spellings of the same words, the most usual one first. */
export const spellings: readonly (readonly string[])[] = [
  ['saint', 'st', 'st.'],
  ['mount', 'mt', 'mt.'],
  ['fort', 'ft'],
  ['association', 'assn', 'assoc'],
  ['department', 'dept'],
  ['foundation', 'fdn'],
  ['center', 'ctr', 'centre'],
  ['university', 'univ'],
  ['veterans of foreign wars', 'vfw', 'v f w'],
  ['young mens christian association', 'ymca', 'Y.M.C.A.', "young men's christian association"],
  ['parent teacher association', 'pta', 'p t a', 'parents teachers association'],
  ['foodbank', 'food bank'],
  ['cooperative', 'coop', 'co-op', 'co op'],
  ['womens', "women's", 'women'],
]

/** A name in which words that have several spellings have the first of them. */
export function respelled(text: string): string {
  let name = ` ${wordsOf(text).join(' ')} `.replace(/ o (?=\p{L}{3})/gu, ' o')
  for (const [usual, ...others] of spellings)
    for (const other of others.map((spelling) => wordsOf(spelling).join(' ')))
      name = name.replaceAll(` ${other} `, ` ${usual} `)
  return keyOf(name)
}
