import { stateName } from '../../kit/places/us-states.js'
import type { Identifier } from './identifiers.js'
import type { TypedText } from './typed-text.js'
import { isExact, isSingle, type Unit, unitsOf, variantsOf } from './units.js'
import type { WordGroups } from './word-groups.js'
import { wordsOf } from './words.js'

type Query = Readonly<Record<string, unknown>>

const names = ['name', 'alternate_names']
const others = ['city', 'region_name', 'activity']
const codes = ['region', 'activity_group']
/** The same fields, as words, by their stems, and by their beginnings. */
const whole = [...names, ...others, ...inForm('words', codes)]
const stems = inForm('stem', [...names, ...others, ...codes])
const beginnings = inForm('prefix', [...names, ...others, ...codes])
/** Fields in which typos are looked for. */
const mistyped = [...names, 'city']

function inForm(form: string, fields: readonly string[]): string[] {
  return fields.map((field) => `${field}.${form}`)
}

/** What a text finds an organization by, the best evidence first (docs/finding.md). */
type Evidence =
  | 'identifier'
  | 'exact name'
  | 'beginning of a name'
  | 'exact other name, or phrase'
  | 'words of the name'
  | 'words'
  | 'stems'
  | 'last word begun'
const order: readonly Evidence[] = [
  'identifier',
  'exact name',
  'beginning of a name',
  'exact other name, or phrase',
  'words of the name',
  'words',
  'stems',
  'last word begun',
]

/** Above every score of words: what is found by better evidence always comes first. */
const step = 1000

function by(evidence: Evidence, filter: Query): Query {
  const boost = step * (order.length - order.indexOf(evidence))
  return { constant_score: { filter, boost } }
}

const any = (queries: readonly Query[]): Query =>
  queries.length === 1 ? queries[0]! : { bool: { should: queries } }
const all = (queries: readonly Query[]): Query =>
  queries.length === 1 ? queries[0]! : { bool: { filter: queries } }
const best = (queries: readonly Query[]): Query =>
  queries.length === 1 ? queries[0]! : { dis_max: { queries } }

/** The query that finds what a text means. */
export function queryOf(typed: TypedText, groups: WordGroups): Query {
  const { text, identifier, understood, doubtful } = typed
  if (identifier) return by('identifier', ofIdentifier(identifier))
  const units = unitsOf(wordsOf(understood.words), groups)
  const filters = placeFilters(understood, groups)
  const evidence = () => (doubtful ? tolerant(typed, units, doubtful) : evidenceOf(typed, groups))
  const found = units.length === 0 ? [] : [evidence()]
  if (filters.length === 0) return found[0] ?? { match_none: {} }
  const literal = doubtful ? [] : literally(wordsOf(text), groups)
  return best([{ bool: { must: found, filter: filters } }, ...literal])
}

function ofIdentifier({ codes, ids }: Identifier): Query {
  return any([
    { terms: { tax_code: codes } },
    ...(ids.length > 0 ? [{ terms: { id: ids } }, { terms: { org_id: ids } }] : []),
  ])
}

/** The variants that are phrases: longer ones are whole names, and a word alone is none. */
function phrasesIn(variants: readonly string[]): string[] {
  const lengths = variants.map((text) => text.split(' ').length)
  return Math.max(...lengths) > 1 ? variants.filter((_, i) => lengths[i]! <= 8) : []
}

/** A whole text as a name, even where it says more: `Partners in Hope`. */
function literally(words: readonly string[], groups: WordGroups): Query[] {
  const variants = variantsOf(words, groups)
  const phrases = phrasesIn(variants)
  return [
    by('exact name', { terms: { 'name.whole': variants } }),
    // chapters bear the name of a whole as another name, so its size decides
    by(
      'exact other name, or phrase',
      any([{ terms: { 'alternate_names.whole': variants } }, ...phrases.map(phrase)]),
    ),
  ]
}

const phrase = (query: string): Query => ({
  multi_match: { query, type: 'phrase', fields: names },
})

function evidenceOf({ understood, isTyping }: TypedText, groups: WordGroups): Query {
  const words = wordsOf(understood.words)
  const units = unitsOf(words, groups)
  const found = [
    ...literally(words, groups),
    by('words of the name', allOf(units, names)),
    by('words', allOf(units, whole)),
    by('stems', allOf(units, stems)),
  ]
  return best(isTyping ? [...found, ...begun(words, units)] : found)
}

/** Every unit, each in any of some fields of one analyzer. */
function allOf(units: readonly Unit[], fields: readonly string[]): Query {
  const plain = units.flatMap(({ words, others }) => (others.length === 0 ? words : []))
  const expanded = units.filter((unit) => unit.others.length > 0)
  return all([
    ...(plain.length > 0 ? [together(plain, fields)] : []),
    ...expanded.map((unit) => oneOf(unit, fields)),
  ])
}

/** All of some words, wherever each is. */
const together = (words: readonly string[], fields: readonly string[]): Query => ({
  multi_match: { query: words.join(' '), type: 'cross_fields', operator: 'and', fields },
})

/** A unit by any of its terms. */
function oneOf({ words, others }: Unit, fields: readonly string[]): Query {
  const single = [...(words.length === 1 ? words : []), ...others.filter(isSingle)]
  return any([
    ...(words.length > 1 ? [together(words, fields)] : []),
    ...(single.length > 0 ? [{ multi_match: { query: single.join(' '), fields } }] : []),
    // as whole words they are found by better evidence than stems
    ...(fields === stems ? [] : others.filter((term) => !isSingle(term)).map(phrase)),
  ])
}

/** What begins like a text whose last word is being typed. */
function begun(words: readonly string[], units: readonly Unit[]): Query[] {
  const last = words.at(-1)!
  const before = units.filter((unit, i) => !isLast(unit, i, units))
  const inFields = (fields: readonly string[], forms: readonly string[]) =>
    all([
      ...(before.length > 0 ? [allOf(before, fields)] : []),
      { multi_match: { query: last, fields: forms } },
    ])
  const starts = inForm('whole', names).map((field) => ({
    prefix: { [field]: { value: words.join(' ') } },
  }))
  return [
    by('beginning of a name', any(starts)),
    by('words of the name', inFields(names, inForm('prefix', names))),
    by('last word begun', inFields(stems, beginnings)),
  ]
}

const isLast = (_: Unit, i: number, { length }: readonly Unit[]): boolean => i === length - 1

/** A unit by its stems; the last one may be a beginning where someone is typing it. */
function stemOf(unit: Unit, i: number, units: readonly Unit[], { isTyping }: TypedText): Query {
  const found = oneOf(unit, stems)
  if (!isTyping || !isLast(unit, i, units)) return found
  return any([found, ...unit.words.slice(-1).map(beginningOf)])
}

const beginningOf = (query: string): Query => ({ multi_match: { query, fields: beginnings } })

/** How many words of a text may have a typo. */
const mostTypos = 4

/**
 * What has most of the words, of which some may be incomplete or have a typo. Of more than two
 * words one may be missing, and of those without typos a quarter; a number never is.
 */
function tolerant(typed: TypedText, units: readonly Unit[], doubtful: readonly number[]): Query {
  const stemmed = units.map((unit, i) => stemOf(unit, i, units, typed))
  const mistyped = doubtful.slice(0, mostTypos)
  const exact = units.flatMap((unit, i) => (isExact(unit) ? [stemmed[i]!] : []))
  const known = units.flatMap((unit, i) => (isExact(unit) || mistyped.includes(i) ? [] : [i]))
  const knownWords = known.flatMap((i) => units[i]!.words)
  const isBegun = typed.isTyping && known.includes(units.length - 1)
  const should = [
    ...(known.length === 0 ? [] : isBegun ? known.map((i) => stemmed[i]!) : [most(knownWords)]),
    ...mistyped.map((i) =>
      best([twice(stemmed[i]!), ...units[i]!.words.flatMap((word) => mistypedAs(word, typed))]),
    ),
  ]
  const mayMiss = units.length > 2 && should.length > 1 ? 1 : 0
  return {
    bool: {
      ...(exact.length > 0 && { filter: exact }),
      ...{ should, minimum_should_match: should.length - mayMiss },
    },
  }
}

const most = (words: readonly string[]): Query => ({
  multi_match: {
    query: words.join(' '),
    ...{ type: 'cross_fields', fields: stems, minimum_should_match: '2<75%' },
  },
})

/** A word without a typo is worth more. */
const twice = (query: Query): Query => ({ bool: { must: [query], boost: 2 } })

/**
 * A whole word with a typo, or the beginning of one: many words begin with the same letters. In
 * what someone is typing it may be the first letter, as there is little else.
 */
function mistypedAs(query: string, { isTyping }: TypedText): Query[] {
  const typos = { query, fuzziness: 'AUTO', prefix_length: isTyping ? 0 : 1 }
  return [
    { multi_match: { ...typos, fields: mistyped } },
    { multi_match: { ...typos, fields: inForm('prefix', mistyped), max_expansions: 300 } },
  ]
}

/** Where something must be, by what was understood. */
function placeFilters({ region, city }: TypedText['understood'], groups: WordGroups): Query[] {
  const inCity = (name: string) => allOf(unitsOf(wordsOf(name), groups), ['city'])
  if (city !== undefined)
    return [inCity(city), ...(region === undefined ? [] : [{ term: { region } }])]
  if (region === undefined) return []
  // some cities are called like another state: Washington
  return [any([{ term: { region } }, inCity(stateName(region)!)])]
}

/** A query for each unit of a text, to find out which of them nothing has. */
export function unitQueries(typed: TypedText, groups: WordGroups): [word: string, query: Query][] {
  return unitsOf(wordsOf(typed.understood.words), groups).map((unit, i, units) => [
    unit.words.join(' '),
    stemOf(unit, i, units, typed),
  ])
}

/** A query for each place of a text. */
export function placeQueries(
  { understood }: TypedText,
  groups: WordGroups,
): [place: string, query: Query][] {
  const { city, region } = understood
  const names = city === undefined ? [region] : [city, region]
  return placeFilters(understood, groups).map((query, i) => [names[i] ?? '', query])
}

/** The places of units that may have typos: those found nowhere, or all without digits. */
export function doubtfulOf(
  typed: TypedText,
  groups: WordGroups,
  isKnown: (at: number) => boolean,
): number[] {
  const units = unitsOf(wordsOf(typed.understood.words), groups)
  const open = units.flatMap((unit, i) => (isExact(unit) ? [] : [i]))
  const nowhere = open.filter((i) => !isKnown(i))
  return nowhere.length > 0 ? nowhere : open
}
