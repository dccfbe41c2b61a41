import type { FindParameters } from '../../../packages/client/src/templates.js'

export const facetNames = [
  'region',
  'cause',
  'activity',
  'legal_status',
  'revenue',
  'founded',
] as const
export type FacetName = (typeof facetNames)[number]
/** The counts that the results need: the founding years are a facet without the unknown ones. */
export const countNames: readonly string[] = [...facetNames, 'founded_unknown']
export type Filters = Partial<Record<FacetName, readonly string[]>>
/** Whether a facet has ranges: those that are chosen become one. */
export const hasRanges = (name: FacetName) => name === 'revenue' || name === 'founded'

/** Ends of a range, which are in it; an open end is infinite. */
type Ends = readonly [from: number, to: number]

/** The ranges that the facet `revenue` counts, by their names. */
export const revenues: Readonly<Record<string, Ends>> = {
  none: [Number.NEGATIVE_INFINITY, 0],
  'under 100 thousand': [1, 99_999],
  '100 thousand to 1 million': [100_000, 999_999],
  '1 to 10 million': [1_000_000, 9_999_999],
  '10 million and more': [10_000_000, Number.POSITIVE_INFINITY],
}

const all: Ends = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]

/** Parses a range that a facet counts, such as a decade, or another one: `1990..2005`, `2015..`. */
export function parseRange(text = ''): Ends | undefined {
  if (/^\d{1,4}$/.test(text)) return [Number(text), Number(text) + 9]
  const [isRange, from = all[0], to = all[1]] = /^(-?\d{1,15})?\.\.(-?\d{1,15})?$/.exec(text) ?? []
  return isRange ? [Number(from), Number(to)] : revenues[text]
}

/** The end of a range as people type it; empty for an open one. */
export const formatEnd = (end: number): string => (Number.isFinite(end) ? String(end) : '')

/** Formats a range of two ends in any order. Without ends it is empty. */
export function toRange(one: string, other: string): string {
  const isTurned = one !== '' && other !== '' && Number(other) < Number(one)
  const text = (isTurned ? [other, one] : [one, other]).join('..')
  return text === '..' ? '' : text
}

/** A range by the name that the facet `revenue` has for it, or by its ends; empty if it is none. */
function renderEnds(from: number, to: number): string {
  if (from > to) return ''
  const [known] = Object.entries(revenues).find(([, one]) => one.join() === `${from},${to}`) ?? []
  return known ?? toRange(formatEnd(from), formatEnd(to))
}

/** The parameters of the API for the chosen ranges. */
export function toBounds(revenue: string | undefined, founded: string | undefined): FindParameters {
  const [revenue_min, revenue_max] = parseRange(revenue) ?? all
  const [founded_from, founded_to] = parseRange(founded) ?? all
  const ends = Object.entries({ revenue_min, revenue_max, founded_from, founded_to })
  return {
    ...(revenue === 'unknown' && { revenue_unknown: true }),
    ...(founded === 'unknown' && { founded_unknown: true }),
    ...Object.fromEntries(ends.filter(([, end]) => Number.isFinite(end))),
  }
}

/** Whether a value of a facet is chosen, or a range within the chosen one. */
export function isChosen(filters: Filters, name: FacetName, value: string): boolean {
  const chosen = filters[name] ?? []
  const [from, to] = (hasRanges(name) && parseRange(chosen[0])) || []
  const [least, greatest] = parseRange(value) ?? []
  return chosen.includes(value) || (from! <= least! && greatest! <= to!)
}

/** Adds a range to the chosen one, with what is between them, or takes it away from an end. */
function toggleRange(filters: Filters, name: FacetName, value: string): string {
  const chosen = filters[name]?.[0]
  const [around, within] = [parseRange(chosen), parseRange(value)]
  if (!around || !within) return chosen === value ? '' : value
  const [from, to] = around
  const [least, greatest] = within
  if (!isChosen(filters, name, value))
    return renderEnds(Math.min(from, least), Math.max(to, greatest))
  return from === least ? renderEnds(greatest + 1, to) : renderEnds(from, least - 1)
}

/** Replaces the values of a facet. No values remove its filter. */
export function withValues(filters: Filters, name: FacetName, values: readonly string[]): Filters {
  const { [name]: _, ...others } = filters
  return values.length > 0 ? { ...others, [name]: values } : others
}

/** Adds a value to the filter of a facet, or removes it. */
export function toggleValue(filters: Filters, name: FacetName, value: string): Filters {
  const chosen = filters[name] ?? []
  const others = chosen.filter((one) => one !== value)
  if (!hasRanges(name))
    return withValues(filters, name, chosen.includes(value) ? others : [...chosen, value])
  const range = toggleRange(filters, name, value)
  return withValues(filters, name, range === '' ? [] : [range])
}
