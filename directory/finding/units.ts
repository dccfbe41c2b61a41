import { longestTerm, type Meaning, type WordGroups } from './word-groups.js'
import { hasDigit, isSmall, otherNumber, otherNumerals, significant } from './words.js'

/** Words of a text that stand for one thing, and what else it is called. */
export interface Unit extends Meaning {
  /** The typed words. */
  words: readonly string[]
}

/** Whether a unit means more than its words. */
export const isExpanded = ({ others, cause }: Meaning): boolean =>
  others.length > 0 || cause !== undefined

/** How many units of a text are looked for by other terms too: more are typed by nobody. */
const mostExpanded = 3

/** Cuts the words of a text into units: the longest known terms, and single words. */
export function splitUnits(words: readonly string[], groups: WordGroups): Unit[] {
  const kept = new Set(significant(words))
  const units = cut(words, groups)
    .filter((unit) => isExpanded(unit) || kept.has(unit.words[0]!))
    .map(withForms)
  const expanded = units.filter(isExpanded).slice(mostExpanded)
  return units.flatMap((unit) => (expanded.includes(unit) ? unexpanded(unit) : [unit]))
}

function cut(words: readonly string[], groups: WordGroups): Unit[] {
  const units: Unit[] = []
  for (let at = 0; at < words.length; at += units.at(-1)!.words.length)
    units.push(
      groupAt(words, at, groups) ?? joinedAt(words, at) ?? { words: [words[at]!], others: [] },
    )
  return units
}

const unexpanded = ({ words }: Unit): Unit[] => words.map((word) => ({ words: [word], others: [] }))

/** The longest term of a group that begins at a word. */
function groupAt(words: readonly string[], at: number, groups: WordGroups): Unit | undefined {
  for (let length = Math.min(longestTerm, words.length - at); length > 0; length--) {
    const term = words.slice(at, at + length)
    const meaning = groups.get(term.join(' '))
    if (meaning) return { words: term, ...meaning }
  }
  return undefined
}

const isDigitAndLetter = /^(?:\d [b-z]|[b-z] \d)$/

/** `o neill` is oneill as well, as some registers leave the apostrophe out. */
function joinedAt(words: readonly string[], at: number): Unit | undefined {
  const [first = '', second = ''] = words.slice(at, at + 2)
  if (/^(o|mc)$/.test(first) && /^\p{L}{3,}$/u.test(second))
    return { words: [first, second], others: [first + second] }
  // 4-H is 4h as well, and K9 is K-9
  if (isDigitAndLetter.test(`${first} ${second}`))
    return { words: [first, second], others: [first + second] }
  const apart = [...first].join(' ')
  if (isDigitAndLetter.test(apart)) return { words: [first], others: [apart] }
  const [, start, rest] = /^(o|mc)(\p{L}{4,})$/u.exec(first) ?? []
  return start && rest ? { words: [first], others: [`${start} ${rest}`] } : undefined
}

/** Short words may be initials, which some registers write with blanks: `p t a`. */
const spelled = (word: string): string[] =>
  /^[a-z]{2,3}$/.test(word) && !isSmall(word) ? [[...word].join(' ')] : []

/** With the plural of a single word, or its singular, and with initials as they may be written. */
function withForms(unit: Unit): Unit {
  const { words, others, ...more } = unit
  const single = [...(words.length === 1 ? words : []), ...others.filter(isSingle)]
  const forms = single.flatMap((one) => [
    ...otherNumber(one),
    ...otherNumerals(one),
    ...spelled(one),
  ])
  return { words, others: [...new Set([...others, ...forms])], ...more }
}

export const isSingle = (term: string): boolean => !term.includes(' ')

/** Whether a typo is unlikely: digits are right or wrong. */
export const isExact = ({ words }: Unit): boolean => words.some(hasDigit)

/** Whether a unit may be the initials of a name. */
export const isAcronym = ({ words }: Unit): boolean =>
  words.length === 1 && /^[a-z]{3,6}$/.test(words[0]!)

/** Numbers that stand for words between others: `dare 2 care`. */
const spokenAs = new Map(Object.entries({ 2: 'to', 4: 'for' }))

/** How many ways of writing a text are compared as a whole. */
const mostVariants = 6

/** A text as it is, and with one of its units by another term, as it may be in names. */
export function makeVariants(words: readonly string[], groups: WordGroups): string[] {
  const units = cut(words, groups)
  const typed = units.map((unit) => unit.words.join(' '))
  const variants = units.flatMap(({ words, others }, i) => {
    // & is no word
    const terms = words.join() === 'and' ? [''] : others
    return terms.map((term) => typed.with(i, term))
  })
  const spoken = typed.map((term) => spokenAs.get(term) ?? term)
  return [typed, ...(spoken.join() === typed.join() ? [] : [spoken]), ...variants]
    .slice(0, mostVariants)
    .map((terms) => terms.filter((term) => term !== '').join(' '))
}
