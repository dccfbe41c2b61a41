import { findCity } from '../places/cities.js'
import { stateName } from '../places/us-states.js'
import {
  all,
  allOf,
  any,
  beginnings,
  begunUnit,
  best,
  inForm,
  names,
  oneOf,
  phrase,
  type Query,
  stems,
  whole,
} from './clauses.js'
import type { Identifier } from './identifiers.js'
import type { Somewhere } from './sentences.js'
import { mostRare, similar } from './similar.js'
import type { TypedText } from './typed-text.js'
import { isAcronym, makeVariants, splitUnits, type Unit } from './units.js'
import type { WordGroups } from './word-groups.js'
import { splitWords } from './words.js'

/** What a text finds an organization by, the best evidence first (docs/finding.md). */
const order = [
  'identifier',
  'exact name',
  'beginning of a name',
  'exact other name, or phrase',
  'words of the name',
  'words',
  'stems',
  'initials',
  'last word begun',
] as const
type Evidence = (typeof order)[number]

/** Above every score of words: what is found by better evidence always comes first. */
const step = 1000

function by(evidence: Evidence, filter: Query): Query {
  const boost = step * (order.length - order.indexOf(evidence))
  return { constant_score: { filter, boost } }
}

/** The query that finds what a text means. */
export function makeQuery(typed: TypedText, groups: WordGroups): Query {
  const { text, identifier, understood, doubtful, rarest, leftOut } = typed
  if (identifier) return by('identifier', ofIdentifier(identifier))
  const words = splitWords(understood.words)
  const filters = placeFilters(understood, groups)
  if (words.length === 0 && filters.length === 0)
    return isFiltered(understood) ? { match_all: {} } : { match_none: {} }
  const ofWords = () => {
    if (rarest !== undefined) return mostRare(typed, rarest, groups)
    return doubtful ? similar(typed, doubtful, groups) : evidenceOf(typed, groups)
  }
  const found = words.length === 0 ? [] : [ofWords()]
  if (filters.length === 0 && !leftOut) return found[0]!
  const literal = doubtful || rarest ? [] : literally(splitWords(text), groups)
  return best([{ bool: { must: found, filter: filters } }, ...literal])
}

/** Near a place, or of a revenue, which are filters of their own: organizations of any kind. */
const isFiltered = ({ place, revenue_min, revenue_max }: TypedText['understood']) =>
  (place ?? revenue_min ?? revenue_max) !== undefined

/** What has the number. */
export function ofIdentifier({ codes, ids }: Identifier): Query {
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
  const variants = makeVariants(words, groups)
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

function evidenceOf({ understood, isTyping, placed }: TypedText, groups: WordGroups): Query {
  const words = splitWords(understood.words)
  const units = splitUnits(words, groups)
  const found = [
    ...literally(words, groups),
    by('words of the name', any([allOf(units, names), ...(placed ? inPlace(placed, groups) : [])])),
    by('words', allOf(units, whole)),
    by('stems', allOf(units, stems)),
    ...(units.some(isAcronym) ? [by('initials', all(units.map(orInitials)))] : []),
  ]
  return best(isTyping ? [...found, ...begun(words, units)] : found)
}

/** A unit in a text, or as the initials of a name; those of four letters and more may go on. */
function orInitials(unit: Unit): Query {
  const found = oneOf(unit, stems)
  if (!isAcronym(unit)) return found
  const [value = ''] = unit.words
  const clause = value.length > 3 ? 'prefix' : 'term'
  return any([found, { [clause]: { initials: { value } } }])
}

/** All words but a place at the end, in names of organizations there. */
function inPlace(placed: NonNullable<TypedText['placed']>, groups: WordGroups): Query[] {
  const units = splitUnits(splitWords(placed.words), groups)
  return [all([allOf(units, names), ...placeFilters(placed, groups)])]
}

/** What begins like a text whose last word is being typed. */
function begun(words: readonly string[], units: readonly Unit[]): Query[] {
  const [before, last] = [units.slice(0, -1), units.at(-1)!]
  const inFields = (fields: readonly string[], starts: readonly string[]) =>
    all([...(before.length > 0 ? [allOf(before, fields)] : []), begunUnit(last, fields, starts)])
  const value = words.join(' ')
  return [
    by(
      'beginning of a name',
      any(inForm('whole', names).map((field) => ({ prefix: { [field]: { value } } }))),
    ),
    by('words of the name', inFields(names, inForm('prefix', names))),
    by('last word begun', inFields(stems, beginnings)),
  ]
}

/** A city's name as it is typed, and as tables have it: `New York City` is New York. */
function namesOfCity(name: string): string[] {
  const known = findCity(name)?.name.replace(/, ..$/, '')
  return [name, ...(known === undefined ? [] : [known])]
}

/** Where something must be, by what was understood. */
function placeFilters({ region, city }: Somewhere, groups: WordGroups): Query[] {
  const inCity = (name: string) => {
    const variants = namesOfCity(name).flatMap((one) => makeVariants(splitWords(one), groups))
    return { terms: { 'city.whole': variants } }
  }
  if (city !== undefined)
    return [inCity(city), ...(region === undefined ? [] : [{ term: { region } }])]
  if (region === undefined) return []
  // some cities are called like another state: Washington
  return [any([{ term: { region } }, inCity(stateName(region)!)])]
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
