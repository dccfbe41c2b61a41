/** An ending, what takes its place, and where the rest of the word must end for that. */
type Ending = readonly [ending: string, instead: string, after?: RegExp]

/** Endings of two parts made of one: -ization is -ize. */
const double: readonly Ending[] = [
  ...pairs(
    'ational ate tional tion enci ence anci ance izer ize bli ble alli al entli ent eli e ' +
      'ousli ous',
  ),
  ...pairs(
    'ization ize ation ate ator ate alism al iveness ive fulness ful ousness ous aliti al ' +
      'iviti ive',
  ),
  ...pairs('biliti ble logi log'),
]
const single: readonly Ending[] = [
  ...pairs('icate ic alize al iciti ic ical ic'),
  ...['ative', 'ful', 'ness'].map((ending): Ending => [ending, '']),
]
/**
 * Endings that go where enough of the word is left; of several the first that fits, so the longer
 * are first.
 */
const last: readonly Ending[] = [
  ...'al ance ence er ic able ible ant ement ment ent'
    .split(' ')
    .map((ending): Ending => [ending, '']),
  ['ion', '', /[st]$/],
  ...'ou ism ate iti ous ive ize'.split(' ').map((ending): Ending => [ending, '']),
]

function pairs(text: string): Ending[] {
  const words = text.split(' ')
  return words.flatMap((word, i): Ending[] => (i % 2 === 0 ? [[word, words[i + 1]!]] : []))
}

/**
 * The stem of an English word in lower case by Porter's algorithm of 1980 with the author's later
 * changes, as Lucene has it.
 */
export function englishStem(word: string): string {
  if (word.length < 3) return word
  let stem = withoutParticiple(withoutPlural(word))
  if (stem.endsWith('y') && hasVowel(stem, stem.length - 1)) stem = `${stem.slice(0, -1)}i`
  stem = replaced(stem, double, 0)
  stem = replaced(stem, single, 0)
  stem = replaced(stem, last, 1)
  return tidied(stem)
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s')) return word
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2)
  return word.endsWith('ss') ? word : word.slice(0, -1)
}

function withoutParticiple(word: string): string {
  if (word.endsWith('eed')) return measure(word, word.length - 3) > 0 ? word.slice(0, -1) : word
  const [ending] = /(ed|ing)$/.exec(word) ?? []
  if (ending === undefined || !hasVowel(word, word.length - ending.length)) return word
  const stem = word.slice(0, -ending.length)
  if (/(at|bl|iz)$/.test(stem)) return `${stem}e`
  if (endsDoubled(stem)) return /[lsz]$/.test(stem) ? stem : stem.slice(0, -1)
  return measure(stem, stem.length) === 1 && endsShort(stem) ? `${stem}e` : stem
}

/**
 * The first of the endings that the word has, replaced, if more syllables than this many are before
 * it.
 */
function replaced(word: string, endings: readonly Ending[], syllables: number): string {
  for (const [ending, instead, after] of endings) {
    if (!word.endsWith(ending)) continue
    const rest = word.slice(0, -ending.length)
    if (after !== undefined && !after.test(rest)) continue
    return measure(rest, rest.length) > syllables ? rest + instead : word
  }
  return word
}

/** Without a silent e and the second l at the end. */
function tidied(word: string): string {
  let stem = word
  if (stem.endsWith('e')) {
    const syllables = measure(stem, stem.length)
    const rest = stem.slice(0, -1)
    if (syllables > 1 || (syllables === 1 && !endsShort(rest))) stem = rest
  }
  return stem.endsWith('ll') && measure(stem, stem.length) > 1 ? stem.slice(0, -1) : stem
}

/** How many runs of vowels with consonants behind them the first letters of a word have. */
function measure(word: string, length: number): number {
  let runs = 0
  let isAfterVowel = false
  for (let i = 0; i < length; i++) {
    const isHere = isConsonant(word, i)
    if (isHere && isAfterVowel) runs++
    isAfterVowel = !isHere
  }
  return runs
}

function hasVowel(word: string, length: number): boolean {
  for (let i = 0; i < length; i++) if (!isConsonant(word, i)) return true
  return false
}

/** Every letter but a, e, i, o, u, and y behind a consonant. */
function isConsonant(word: string, at: number): boolean {
  const letter = word[at]!
  if (letter === 'y') return at === 0 || !isConsonant(word, at - 1)
  return !'aeiou'.includes(letter)
}

function endsDoubled(word: string): boolean {
  const end = word.length - 1
  return end > 0 && word[end] === word[end - 1] && isConsonant(word, end)
}

/**
 * Whether the word ends as hop does: consonant, vowel, consonant, the last of them not w, x or y.
 */
function endsShort(word: string): boolean {
  const end = word.length - 1
  if (
    end < 2 ||
    !isConsonant(word, end) ||
    isConsonant(word, end - 1) ||
    !isConsonant(word, end - 2)
  )
    return false
  return !'wxy'.includes(word[end]!)
}
