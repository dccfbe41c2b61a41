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
/** Whether a facet has ranges, of which only one can be chosen. */
export const hasRanges = (name: FacetName) => name === 'revenue' || name === 'founded'

/** Bounds of the ranges that the facet `revenue` counts. */
export const revenues: Readonly<Record<string, { revenue_min?: number; revenue_max?: number }>> = {
  none: { revenue_max: 0 },
  'under 100 thousand': { revenue_min: 1, revenue_max: 99_999 },
  '100 thousand to 1 million': { revenue_min: 100_000, revenue_max: 999_999 },
  '1 to 10 million': { revenue_min: 1_000_000, revenue_max: 9_999_999 },
  '10 million and more': { revenue_min: 10_000_000 },
}

type End = number | undefined

/** A range of amounts or years: `1990..2005`, `2015..`, `..1950`. */
const range = /^(-?\d{1,15})?\.\.(-?\d{1,15})?$/

/** Parses a range. An open end is undefined. Returns undefined if the text is no range. */
export function parseRange(text: string): [from: End, to: End] | undefined {
  const [, ...ends] = range.exec(text) ?? []
  if (ends.length === 0) return undefined
  const [from, to] = ends.map((end) => (end === undefined ? undefined : Number(end)))
  return [from, to]
}

/** Formats a range of two ends in any order. Without ends it is empty. */
export function toRange(one: string, other: string): string {
  const isTurned = one !== '' && other !== '' && Number(other) < Number(one)
  const text = (isTurned ? [other, one] : [one, other]).join('..')
  return text === '..' ? '' : text
}

/** The parameters of the API for the chosen ranges. */
export function toBounds(revenue: string | undefined, founded: string | undefined): FindParameters {
  const [revenue_min, revenue_max] = parseRange(revenue ?? '') ?? []
  const decade = /^\d{1,4}$/.test(founded ?? '') ? Number(founded) : undefined
  const years = decade === undefined ? parseRange(founded ?? '') : [decade, decade + 9]
  const [founded_from, founded_to] = years ?? []
  return {
    ...revenues[revenue ?? ''],
    ...(revenue === 'unknown' && { revenue_unknown: true }),
    ...(founded === 'unknown' && { founded_unknown: true }),
    ...(revenue_min !== undefined && { revenue_min }),
    ...(revenue_max !== undefined && { revenue_max }),
    ...(founded_from !== undefined && { founded_from }),
    ...(founded_to !== undefined && { founded_to }),
  }
}

/** Replaces the values of a facet. No values remove its filter. */
export function withValues(filters: Filters, name: FacetName, values: readonly string[]): Filters {
  const { [name]: _, ...others } = filters
  return values.length > 0 ? { ...others, [name]: values } : others
}

/** Adds a value to the filter of a facet, or removes it. */
export function toggleValue(filters: Filters, name: FacetName, value: string): Filters {
  const chosen = filters[name] ?? []
  if (chosen.includes(value))
    return withValues(
      filters,
      name,
      chosen.filter((one) => one !== value),
    )
  return withValues(filters, name, hasRanges(name) ? [value] : [...chosen, value])
}
