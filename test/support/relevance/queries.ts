import { randomFrom } from '../../../dev/samples/random.js'
import type { Organization } from '../../../directory/fields/organization.js'

/** What someone types, and the organization that is meant. */
export interface TypedQuery {
  rule: string
  typed: string
  id: string
}

export type Random = ReturnType<typeof randomFrom>

/** How people type a name that they half know; undefined where a rule has nothing to change. */
const rules: Readonly<Record<string, (words: string[], random: Random) => string[] | undefined>> = {
  'accents dropped': (words) => changed(words, (word) => bare(word)),
  'an accent added': (words, random) =>
    inOne(words, random, 4, (word) => word.replace(/[aeiou]/, accented)),
  'one typo': (words, random) => inOne(words, random, 5, (word) => misspelt(word, random)),
  'plural or singular': (words, random) => inOne(words, random, 4, otherNumber),
  'Inc left out': (words) => (words.at(-1) === 'inc' ? words.slice(0, -1) : undefined),
  'last word begun': (words) =>
    withLast(words, (word) => (word.length > 4 ? word.slice(0, 3) : undefined)),
  'first letters': (words) =>
    words.length < 4 ? changed(words, (word) => word.slice(0, 4)) : undefined,
}

/**
 * Queries about some organizations, each with the one answer that is right: asked is only for
 * names of two to eight words that one organization bears, and never what is, or begins, another's
 * name as well.
 * @param most queries of each rule
 */
export function queriesOn(organizations: readonly Organization[], most: number): TypedQuery[] {
  const random = randomFrom(15)
  const names = organizations.map(({ name }) => wordsOf(name))
  const register = new Register(names)
  const shuffled = random.shuffled(organizations.map((_, i) => i))
  return Object.entries(rules).flatMap(([rule, typing]) => {
    const queries: TypedQuery[] = []
    for (const i of shuffled) {
      if (queries.length === most) break
      const words = names[i]!
      if (words.length < 2 || words.length > 8) continue
      const typed = typing([...words], random)
      if (typed !== undefined && register.isMeant(words, typed)) {
        queries.push({ rule, typed: typed.join(' '), id: organizations[i]!.id })
      }
    }
    return queries
  })
}

/** All names, to show whether something typed means one of them alone. */
class Register {
  readonly #bearers = new Map<string, Set<string>>()
  readonly #names: readonly (readonly string[])[]

  constructor(names: readonly (readonly string[])[]) {
    this.#names = names
    names.forEach((words, i) => {
      const key = keyOf(words)
      this.#bearers.set(key, (this.#bearers.get(key) ?? new Set()).add(String(i)))
    })
  }

  /**
   * Whether one bears the name, no one the typed one, and the typed words begin no other name's
   * first words.
   */
  isMeant(words: readonly string[], typed: readonly string[]): boolean {
    const [own, other] = [keyOf(words), keyOf(typed)]
    if (this.#bearers.get(own)!.size > 1 || (own !== other && this.#bearers.has(other)))
      return false
    const begun = this.#names.filter((name) => typed.every((word, i) => name[i]?.startsWith(word)))
    return begun.every((name) => keyOf(name) === own)
  }
}

/** A name as its own only: without case, accents and the Inc that some write. */
const keyOf = (words: readonly string[]) =>
  words
    .map(bare)
    .filter((word) => word !== 'inc' && word !== 'the')
    .join(' ')

const wordsOf = (name: string) => name.toLowerCase().split(/\s+/)
/** Without the accents of Latin letters: the marks of other scripts are letters. */
export const bare = (word: string) =>
  word
    .normalize('NFD')
    .replace(/([a-z])[\u0300-\u036f]+/g, '$1')
    .normalize('NFC')
const accented = (vowel: string) => `${vowel}\u0301`.normalize('NFC')

/** Each word changed, or undefined when none is. */
function changed(words: string[], change: (word: string) => string): string[] | undefined {
  const after = words.map(change)
  return after.every((word, i) => word === words[i]) ? undefined : after
}

function withLast(
  words: string[],
  change: (word: string) => string | undefined,
): string[] | undefined {
  const last = change(words.at(-1)!)
  return last === undefined ? undefined : [...words.slice(0, -1), last]
}

/** One word of letters alone, at least so long, changed. */
function inOne(words: string[], random: Random, least: number, change: (word: string) => string) {
  const long = words.flatMap((word, i) =>
    /^[a-z]+$/.test(word) && word.length >= least ? [i] : [],
  )
  if (long.length === 0) return undefined
  const at = random.pick(long)
  return changed(words, (word) => (word === words[at] ? change(word) : word))
}

/** A word with a letter misspelt, but for the first and the last one. */
export function misspelt(word: string, random: Random): string {
  return misspeltAt(random.integer(1, word.length - 2), word, random)
}

/** A letter left out, typed twice, replaced by another, or swapped with the next. */
export function misspeltAt(at: number, word: string, random: Random): string {
  const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)]
  return random.pick([
    before + after,
    before + letter + letter + after,
    before + (letter === 'e' ? 'a' : 'e') + after,
    before + after.slice(0, 1) + letter + after.slice(1),
  ])
}

/** The plural of a singular and the other way round, as English makes most. */
function otherNumber(word: string): string {
  if (/(ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return word.replace(/ies$/, 'y')
  if (/(ch|sh|x|s)es$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('s')) return word.slice(0, -1)
  if (/[^aeiou]y$/.test(word)) return word.replace(/y$/, 'ies')
  return word + (/(ch|sh|x)$/.test(word) ? 'es' : 's')
}
