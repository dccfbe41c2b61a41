import { randomFrom } from '../../../dev/samples/random.js'
import type { Organization } from '../../../directory/fields/organization.js'
import { wordsOf } from './combined.js'
import { misspeltAt, type Random, type TypedQuery } from './queries.js'

/** The beginning of a name as typed, with a typo. */
export interface PartlyTypedQuery extends TypedQuery {
  /** Whether at most ten names fit what was typed, with one typo or without. */
  isDecidable: boolean
}

/** How much of a name is typed before the answer should appear. */
const rules: Readonly<Record<string, (name: string[], names: Names) => string[]>> = {
  'four letters of the first word': ([first = '']) => [first.slice(0, 4)],
  'first letters, until ten names begin so': (name, names) => {
    const most = name.join('').length
    for (let letters = 4; letters < most; letters++) {
      const typed = begun(name, letters)
      if (names.beginning(typed).size <= 10) return typed
    }
    return name
  },
  'four letters of each word': (name) => name.map((word) => word.slice(0, 4)),
}

/**
 * The beginnings of names of two to eight words, with one typo: a letter left out, doubled,
 * replaced or swapped, be it the first or the last one, in a word of which four letters or more are
 * typed.
 *
 * A query is decidable if at most ten names fit what was typed, with one typo or without, so
 * that a list of ten has room for all of them. The others have no right answer: four letters with a
 * typo fit hundreds of 33,532 names, and often another name exactly.
 * @param most queries of each rule
 */
export function typedQueriesOn(
  organizations: readonly Organization[],
  most: number,
): PartlyTypedQuery[] {
  const random = randomFrom(41)
  const words = organizations.map(({ name }) => wordsOf(name))
  const names = new Names(words)
  const shuffled = random.shuffled(words.map((_, i) => i))
  return Object.entries(rules).flatMap(([rule, typing]) => {
    const queries: PartlyTypedQuery[] = []
    for (const i of shuffled) {
      if (queries.length === most) break
      const name = words[i]!
      if (name.length < 2 || name.length > 8) continue
      const typed = withTypo(typing(name, names), random)
      if (typed === undefined) continue
      const isDecidable = names.fitting(typed).size <= 10
      queries.push({ rule, typed: typed.join(' '), id: organizations[i]!.id, isDecidable })
    }
    return queries
  })
}

/** The first letters of a name, spaces not counted. */
function begun(name: readonly string[], letters: number): string[] {
  const typed: string[] = []
  let left = letters
  for (const word of name) {
    if (left <= 0) break
    typed.push(word.slice(0, left))
    left -= word.length
  }
  return typed
}

function withTypo(typed: readonly string[], random: Random): string[] | undefined {
  const long = typed.flatMap((word, at) => (/^[a-z]{4,}$/.test(word) ? [at] : []))
  if (long.length === 0) return undefined
  const at = random.pick(long)
  const word = typed[at]!
  const wrong = misspeltAt(random.integer(0, word.length - 1), word, random)
  return wrong === word ? undefined : typed.with(at, wrong)
}

type Found = ReadonlySet<number>
const none: Found = new Set()

/** All names, by what their words begin with. */
class Names {
  readonly #beginning = new Map<string, Set<number>>()

  constructor(names: readonly (readonly string[])[]) {
    for (const [i, words] of names.entries())
      for (const word of words)
        for (let length = 1; length <= word.length; length++) {
          const start = word.slice(0, length)
          const known = this.#beginning.get(start)
          if (known) known.add(i)
          else this.#beginning.set(start, new Set([i]))
        }
  }

  /** Names in which each typed word begins a word. */
  beginning(typed: readonly string[]): Found {
    return inAll(typed.map((word) => this.#beginning.get(word) ?? none))
  }

  /** The same, with a typo in one of the words or none. */
  fitting(typed: readonly string[]): Found {
    const each = typed.map((word) => this.#beginning.get(word) ?? none)
    return new Set(typed.flatMap((word, at) => [...inAll(each.with(at, this.#near(word)))]))
  }

  #near(typed: string): Found {
    const found = new Set<number>()
    for (const [start, names] of this.#beginning) {
      if (isNear(typed, start)) for (const name of names) found.add(name)
    }
    return found
  }
}

/** Whether a letter added, left out or replaced, or a swap of neighbours, makes one the other. */
function isNear(a: string, b: string): boolean {
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

function inAll(sets: readonly Found[]): Found {
  const [least = none, ...others] = sets.toSorted((a, b) => a.size - b.size)
  return new Set([...least].filter((name) => others.every((set) => set.has(name))))
}
