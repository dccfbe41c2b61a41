import type { FindParameters } from '../../packages/client/src/templates.js'
import { boxIn } from './map/boxes.js'

export type Sort = NonNullable<FindParameters['sort']>
export type Shape = 'cards' | 'table' | 'map'

/** All that the page shows: what its address says, and nothing else. */
export interface View {
  /** The text as typed: the API understands it. */
  q: string
  /** Whether the text may be a number or name a place; if not, it is words. */
  understand: boolean
  /** The chosen values of each facet, of which one must hold. */
  filters: Filters
  /** Beginning of the code of the field of work. */
  activity_code: string
  /** The place of the form. */
  near: string
  /** Kilometres from it. */
  radius: number
  /** The part of the map that is searched, as west,south,east,north; empty: all of it. */
  box: string
  sort: Sort
  page: number
  shape: Shape
  /** Names of the columns of the table, separated by commas; empty: the usual ones. */
  columns: string
  /** Ids of the shortlist. */
  list: readonly string[]
  /** What is shown in place of results. */
  show: '' | 'list'
  /** Ids of the organizations that are compared, in place of results. */
  compare: readonly string[]
}

export const facetNames = ['region', 'activity', 'legal_status', 'revenue', 'founded'] as const
export type FacetName = (typeof facetNames)[number]
export type Filters = Partial<Record<FacetName, readonly string[]>>
/** Facets of amounts: one range of each is chosen. */
const isOfRanges = (name: FacetName) => name === 'revenue' || name === 'founded'

/** Most organizations of a shortlist, and next to each other. */
export const mostListed = 50
export const mostCompared = 4

export const pageSize = 20
/** Results that pages can reach, with a login and as shipped without (docs/search-templates.md). */
export const windowOf = (isSignedIn: boolean) => (isSignedIn ? 10_000 : 1000)

/** The last page that can be shown. */
export const lastPageOf = ({ pages }: { pages: number }, isSignedIn: boolean) =>
  Math.min(pages, windowOf(isSignedIn) / pageSize)

export const emptyView: View = {
  q: '',
  understand: true,
  filters: {},
  activity_code: '',
  near: '',
  radius: 25,
  box: '',
  sort: 'relevance',
  page: 1,
  shape: 'cards',
  columns: '',
  list: [],
  show: '',
  compare: [],
}
const { list: _, ...all } = emptyView
/** The change that shows all organizations; the shortlist stays. */
export const anew: Partial<View> = all

/** The orders by their titles. */
export const sortTitles: Readonly<Record<Sort, string>> = {
  relevance: 'Best match',
  distance: 'Distance',
  name: 'Name A–Z',
  '-name': 'Name Z–A',
  '-founded': 'Newest',
  founded: 'Oldest',
  '-revenue': 'Highest revenue',
  revenue: 'Lowest revenue',
  '-assets': 'Highest assets',
  assets: 'Lowest assets',
  '-updated': 'Recently changed',
  updated: 'Least recently updated',
}
const sorts = Object.keys(sortTitles) as Sort[]

/** The shapes by their titles. */
export const shapeTitles: Readonly<Record<Shape, string>> = {
  cards: 'List',
  table: 'Table',
  map: 'Map',
}
const shapes = Object.keys(shapeTitles) as Shape[]

/** The view of an address; what it does not say, or says wrongly, is as in the empty one. */
export function viewOf(query: URLSearchParams): View {
  const short = (text: string) => text.slice(0, 100)
  const text = (name: string) => short(query.get(name) ?? '')
  const ids = (name: string, most: number) =>
    [...new Set(query.get(name)?.split(','))].filter((id) => id !== '').slice(0, most)
  const number = (name: string, usual: number) => Number(query.get(name)) || usual
  const [q, near] = [text('q'), text('near')]
  // without either there is no place that distances could be from
  const known = sorts.filter((sort) => sort !== 'distance' || q !== '' || near !== '')
  const filters = facetNames
    .map((name) => [name, valuesIn(query.getAll(name).map(short), name)] as const)
    .filter(([, values]) => values.length > 0)
  return {
    q,
    understand: query.get('understand') !== 'false',
    filters: Object.fromEntries(filters),
    activity_code: text('activity_code'),
    near,
    radius: number('radius', emptyView.radius),
    box: boxIn(text('box')) ? text('box') : emptyView.box,
    sort: known.find((sort) => sort === query.get('sort')) ?? emptyView.sort,
    page: Math.max(1, Math.floor(number('page', 1))),
    shape: shapes.find((shape) => shape === query.get('shape')) ?? emptyView.shape,
    columns: text('columns'),
    list: ids('list', mostListed),
    show: query.get('show') === 'list' ? 'list' : emptyView.show,
    compare: ids('compare', mostCompared),
  }
}

function valuesIn(texts: readonly string[], name: FacetName): string[] {
  const values = [...new Set(texts)].filter((value) => value !== '')
  return values.slice(0, isOfRanges(name) ? 1 : mostListed)
}

/**
 * The address of a view, such as `?q=food+bank&region=RI`: only what differs from the empty one,
 * which is `?q=`, as `/` without a query is the home page.
 */
export function addressOf({ filters, ...view }: View): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(view)) {
    const text = String(value)
    if (text !== String(emptyView[name as keyof typeof view])) query.set(name, text)
  }
  for (const name of facetNames) for (const value of filters[name] ?? []) query.append(name, value)
  return query.size > 0 ? `?${query}`.replaceAll('%2C', ',') : '?q='
}

/** Members of a view that decide what is found. */
const asks: readonly (keyof View)[] = [
  ...(['q', 'understand', 'filters', 'activity_code', 'near', 'radius', 'box', 'sort'] as const),
]
/** Results in place of the shortlist or a comparison. */
const results = { page: 1, show: '', compare: [] } as const
/** Those that may name a place. */
const places: readonly (keyof View)[] = ['q', 'understand', 'near']

/** The address of a view with a change; a change of what is asked begins at page 1. */
export function addressAfter(view: View, change: Partial<View>): string {
  const isChanged = (names: readonly (keyof View)[]) => names.some((name) => name in change)
  const next = { ...view, ...(isChanged(asks) && results), ...change }
  if (next.near !== '') return addressOf(next)
  // with the place of the text the distances from it may go
  const isLost = next.sort === 'distance' && isChanged(places)
  const sort = isLost ? emptyView.sort : next.sort
  return addressOf({ ...next, sort, radius: emptyView.radius })
}

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

/** The ends of a range, each undefined where it is open; undefined for another text. */
export function endsOf(text: string): [from: End, to: End] | undefined {
  const [, ...ends] = range.exec(text) ?? []
  if (ends.length === 0) return undefined
  const [from, to] = ends.map((end) => (end === undefined ? undefined : Number(end)))
  return [from, to]
}

/** A range from the lower end to the other one; empty without ends. */
export function rangeOf(one: string, other: string): string {
  const isTurned = one !== '' && other !== '' && Number(other) < Number(one)
  const text = (isTurned ? [other, one] : [one, other]).join('..')
  return text === '..' ? '' : text
}

/** The bounds that a chosen range sends. */
function boundsOf(revenue: string | undefined, founded: string | undefined): FindParameters {
  const [revenue_min, revenue_max] = endsOf(revenue ?? '') ?? []
  const decade = /^\d{1,4}$/.test(founded ?? '') ? Number(founded) : undefined
  const years = decade === undefined ? endsOf(founded ?? '') : [decade, decade + 9]
  const [founded_from, founded_to] = years ?? []
  return {
    ...revenues[revenue ?? ''],
    ...(revenue_min !== undefined && { revenue_min }),
    ...(revenue_max !== undefined && { revenue_max }),
    ...(founded_from !== undefined && { founded_from }),
    ...(founded_to !== undefined && { founded_to }),
  }
}

/** Some filters with the values of a facet, which none ends. */
export function withValues(filters: Filters, name: FacetName, values: readonly string[]): Filters {
  const { [name]: _, ...others } = filters
  return values.length > 0 ? { ...others, [name]: values } : others
}

/** Some filters in which a value is chosen, or no longer. */
export function toggled(filters: Filters, name: FacetName, value: string): Filters {
  const chosen = filters[name] ?? []
  if (chosen.includes(value))
    return withValues(
      filters,
      name,
      chosen.filter((one) => one !== value),
    )
  return withValues(filters, name, isOfRanges(name) ? [value] : [...chosen, value])
}

/** What a view asks the API. */
export function parametersOf(view: View): FindParameters {
  if (view.compare.length > 0) return { ids: view.compare, size: mostCompared }
  if (view.show === 'list') return { ids: view.list, size: mostListed }
  const { q, understand, filters, activity_code, near, radius, box, sort, page } = view
  const { revenue, founded, activity, ...others } = filters
  return {
    ...(q !== '' && { q, ...(!understand && { understand }) }),
    ...others,
    ...(activity !== undefined && { activity_group: activity }),
    ...boundsOf(revenue?.[0], founded?.[0]),
    ...(activity_code !== '' && { activity_code }),
    ...(near !== '' && { near, radius }),
    ...(box !== '' && { box }),
    ...(sort !== 'relevance' && { sort }),
    ...(page > 1 && { page }),
    size: pageSize,
  }
}

/** What the home page asks: the largest organizations, and counts. */
export const homeParameters: FindParameters = { size: 6 }
export const homeFacets: readonly FacetName[] = ['region', 'activity']
