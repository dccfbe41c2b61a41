import {
  any,
  beginnings,
  begunUnit,
  best,
  inForm,
  names,
  oneOf,
  type Query,
  stems,
} from './clauses.js'
import type { TypedText } from './typed-text.js'
import { isExact, splitUnits, type Unit } from './units.js'
import type { WordGroups } from './word-groups.js'
import { splitWords } from './words.js'

/** Fields in which typos are looked for. */
const mistyped = [...names, 'city']

/** A query for each unit of a text, by its stems: the last one may be a beginning. */
export function unitQueries(
  { understood, isTyping }: TypedText,
  groups: WordGroups,
): [unit: Unit, query: Query][] {
  const units = splitUnits(splitWords(understood.words), groups)
  return units.map((unit, i) => {
    const found = oneOf(unit, stems)
    const isBegun = isTyping && i === units.length - 1
    return [unit, isBegun ? any([found, begunUnit(unit, stems, beginnings)]) : found]
  })
}

/** The places of units that may have typos: those found nowhere, or all without digits. */
export function findDoubtful(
  typed: TypedText,
  groups: WordGroups,
  isKnown: (at: number) => boolean,
): number[] {
  const units = splitUnits(splitWords(typed.understood.words), groups)
  // a few letters alone are initials, of which another letter makes other ones
  const isInitials = !typed.isTyping && units.length === 1 && (units[0]!.words[0]?.length ?? 0) <= 4
  const open = units.flatMap((unit, i) => (isExact(unit) || isInitials ? [] : [i]))
  const nowhere = open.filter((i) => !isKnown(i))
  return nowhere.length > 0 ? nowhere : open
}

/**
 * The words of the rarest unit, where no document has all; undefined of one unit, and where a number
 * is missing: digits are right or wrong.
 * @param counts How many documents have each.
 */
export function findRarest(
  typed: TypedText,
  groups: WordGroups,
  counts: readonly number[],
): string | undefined {
  const units = splitUnits(splitWords(typed.understood.words), groups)
  if (units.length < 2 || units.some((unit, i) => isExact(unit) && !counts[i])) return undefined
  const known = units
    .map((unit, i) => ({ unit, count: counts[i] ?? 0 }))
    .filter(({ count }) => count)
  return known.sort((one, other) => one.count - other.count)[0]?.unit.words.join(' ')
}

/** What has the rarest unit, and the numbers; the more of the others, the better. */
export function mostRare(typed: TypedText, rarest: string, groups: WordGroups): Query {
  const queries = unitQueries(typed, groups)
  const isNeeded = ([unit]: (typeof queries)[number]) =>
    isExact(unit) || unit.words.join(' ') === rarest
  const [needed, others] = [queries.filter(isNeeded), queries.filter((one) => !isNeeded(one))]
  return {
    bool: { must: needed.map(([, query]) => query), should: others.map(([, query]) => query) },
  }
}

/** How many words of a text may have a typo. */
const mostTypos = 4

/**
 * What has most of the words, of which some may be incomplete or have a typo. Of more than two
 * words one may be missing, and of those without typos a quarter; a number never is.
 * @param doubtful The places of the units that may have one.
 */
export function similar(typed: TypedText, doubtful: readonly number[], groups: WordGroups): Query {
  const queries = unitQueries(typed, groups)
  const wrong = new Set(doubtful.slice(0, mostTypos))
  const exact = queries.filter(([unit]) => isExact(unit)).map(([, query]) => query)
  const known = queries.filter(([unit], i) => !isExact(unit) && !wrong.has(i))
  const should = [
    ...(known.length > 0 ? [most(known.map(([, query]) => query))] : []),
    ...queries
      .filter((_, i) => wrong.has(i))
      .map(([{ words }, query]) =>
        best([twice(query), ...words.flatMap((word) => mistypedAs(word, typed))]),
      ),
  ]
  const typedWords = queries.flatMap(([unit]) => unit.words).length
  const mayMiss = typedWords > 2 && should.length > 1 ? 1 : 0
  return {
    bool: {
      ...(exact.length > 0 && { filter: exact }),
      ...{ should, minimum_should_match: should.length - mayMiss },
    },
  }
}

const most = (queries: readonly Query[]): Query => ({
  bool: { should: queries, minimum_should_match: '2<75%' },
})

/** A word without a typo is worth more. */
const twice = (query: Query): Query => ({ bool: { must: [query], boost: 2 } })

/**
 * A word with a typo, or the beginning of one. In what someone is typing the beginning may have the
 * typo, even in its first letter, as there is little else; many words begin with the same letters.
 */
function mistypedAs(query: string, { isTyping }: TypedText): Query[] {
  const typos = { query, fuzziness: 'AUTO' }
  if (isTyping) {
    const fields = inForm('prefix', mistyped)
    return [{ multi_match: { ...typos, fields, max_expansions: 300 } }]
  }
  return [
    { multi_match: { ...typos, fields: mistyped, prefix_length: 1 } },
    { multi_match: { query, fields: inForm('prefix', mistyped) } },
  ]
}
