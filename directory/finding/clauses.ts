import { isExpanded, isSingle, type Unit } from './units.js'

/** A query of Elasticsearch. */
export type Query = Readonly<Record<string, unknown>>

/** Fields of names: those that a text is meant by first. */
export const names = ['name', 'alternate_names']
const others = ['city', 'region_name', 'activity']
const codes = ['region', 'activity_group']
/** The same fields, as words, by their stems, and by their beginnings. */
export const whole = [...names, ...others, ...inForm('words', codes)]
export const stems = inForm('stem', [...names, ...others, ...codes])
export const beginnings = inForm('prefix', [...names, ...others, ...codes])

/** Some fields, analyzed in one way: `name.stem`. */
export function inForm(form: string, fields: readonly string[]): string[] {
  return fields.map((field) => `${field}.${form}`)
}

export const any = (queries: readonly Query[]): Query =>
  queries.length === 1 ? queries[0]! : { bool: { should: queries } }
export const all = (queries: readonly Query[]): Query =>
  queries.length === 1 ? queries[0]! : { bool: { filter: queries } }
export const best = (queries: readonly Query[]): Query =>
  queries.length === 1 ? queries[0]! : { dis_max: { queries } }

/** Words in order; between three or more there may be another: American (National) Red Cross. */
export const phrase = (query: string): Query => ({
  multi_match: {
    ...{ query, type: 'phrase', fields: names },
    ...(query.split(' ').length > 2 && { slop: 1 }),
  },
})

/** Every unit, each in any of some fields of one analyzer. */
export function allOf(units: readonly Unit[], fields: readonly string[]): Query {
  const plain = units.flatMap((unit) => (isExpanded(unit) ? [] : unit.words))
  const expanded = units.filter(isExpanded)
  return all([
    ...(plain.length > 0 ? [together(plain, fields)] : []),
    ...expanded.map((unit) => oneOf(unit, fields)),
  ])
}

/** All of some words, wherever each is. */
const together = (words: readonly string[], fields: readonly string[]): Query => ({
  multi_match: { query: words.join(' '), type: 'cross_fields', operator: 'and', fields },
})

/** Whether fields of work are among some, which causes are more of. */
const isOfWork = (fields: readonly string[]) => fields.some((one) => one.startsWith('activity'))

/** A unit by any of its terms, or by the cause that it names. */
export function oneOf({ words, others, cause }: Unit, fields: readonly string[]): Query {
  const single = [...(words.length === 1 ? words : []), ...others.filter(isSingle)]
  return any([
    ...(words.length > 1 ? [together(words, fields)] : []),
    ...(single.length > 0 ? [{ multi_match: { query: single.join(' '), fields } }] : []),
    // as whole words they are found by better evidence than stems
    ...(fields === stems ? [] : others.filter((term) => !isSingle(term)).map(phrase)),
    ...(cause !== undefined && isOfWork(fields) ? [{ term: { causes: cause } }] : []),
  ])
}

/** A unit whose last word is being typed: the others as they are, the last one by a beginning. */
export function begunUnit(
  { words }: Unit,
  fields: readonly string[],
  starts: readonly string[],
): Query {
  const before = words.slice(0, -1)
  return all([
    ...(before.length > 0 ? [together(before, fields)] : []),
    { multi_match: { query: words.at(-1), fields: starts } },
  ])
}
