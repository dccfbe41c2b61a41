import type { FindParameters } from '../../../packages/client/src/templates.js'
import { parseBox } from '../map/boxes.js'
import { type FacetName, type Filters, facetNames, hasRanges, toBounds } from './filters.js'

export type Sort = NonNullable<FindParameters['sort']>
export type Shape = 'cards' | 'table' | 'map'

/** The state of the page. All of it is in the address. */
export interface View {
  /** The text as typed: the API understands it. */
  q: string
  /** Whether the API may interpret the text as a number or a place. */
  understand: boolean
  /** The chosen values of each facet. An organization must have one of them. */
  filters: Filters
  /** An NTEE code or its beginning. */
  activity_code: string
  /** The number of a group exemption. */
  group: string
  /** The place of the filter form. */
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
  /** `list` shows the shortlist instead of results. */
  show: '' | 'list'
  /** Ids of the organizations that are compared, in place of results. */
  compare: readonly string[]
}

/** The most organizations of a shortlist and of a comparison. */
export const maxListed = 50
export const maxCompared = 4

export const pageSize = 20
/** The most results that pages can reach (docs/search-templates.md). */
export const getMaxReach = (isSignedIn: boolean) => (isSignedIn ? 10_000 : 1000)

/** The last page that can be shown. */
export const getLastPage = ({ pages }: { pages: number }, isSignedIn: boolean) =>
  Math.min(pages, getMaxReach(isSignedIn) / pageSize)

export const emptyView: View = {
  q: '',
  understand: true,
  filters: {},
  activity_code: '',
  group: '',
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
/** A change that resets the search. The shortlist stays. */
export const newSearch: Partial<View> = all

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

/** Parses an address. Missing and invalid parts get the values of the empty view. */
export function parseView(query: URLSearchParams): View {
  const short = (text: string) => text.slice(0, 100)
  const text = (name: string) => short(query.get(name) ?? '')
  const ids = (name: string, most: number) =>
    [...new Set(query.get(name)?.split(','))].filter((id) => id !== '').slice(0, most)
  const number = (name: string, usual: number) => Number(query.get(name)) || usual
  const [q, near] = [text('q'), text('near')]
  // distances need a place, in the text or in the form
  const known = sorts.filter((sort) => sort !== 'distance' || q !== '' || near !== '')
  const filters = facetNames
    .map((name) => [name, limitValues(query.getAll(name).map(short), name)] as const)
    .filter(([, values]) => values.length > 0)
  return {
    q,
    understand: query.get('understand') !== 'false',
    filters: Object.fromEntries(filters),
    activity_code: text('activity_code'),
    group: text('group'),
    near,
    radius: number('radius', emptyView.radius),
    box: parseBox(text('box')) ? text('box') : emptyView.box,
    sort: known.find((sort) => sort === query.get('sort')) ?? emptyView.sort,
    page: Math.max(1, Math.floor(number('page', 1))),
    shape: shapes.find((shape) => shape === query.get('shape')) ?? emptyView.shape,
    columns: text('columns'),
    list: ids('list', maxListed),
    show: query.get('show') === 'list' ? 'list' : emptyView.show,
    compare: ids('compare', maxCompared),
  }
}

function limitValues(texts: readonly string[], name: FacetName): string[] {
  const values = [...new Set(texts)].filter((value) => value !== '')
  return values.slice(0, hasRanges(name) ? 1 : maxListed)
}

/**
 * The query of a view, such as `?q=food+bank&region=RI`. It has only what differs from the empty
 * view. That is `?q=`, because `/` without a query is the home page.
 */
export function toQuery({ filters, ...view }: View): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(view)) {
    const text = String(value)
    if (text !== String(emptyView[name as keyof typeof view])) query.set(name, text)
  }
  for (const name of facetNames) for (const value of filters[name] ?? []) query.append(name, value)
  return query.size > 0 ? `?${query}`.replaceAll('%2C', ',') : emptyQuery
}

/** The query of the empty view: all organizations. */
export const emptyQuery = '?q='

/** Members of a view that decide what is found. A change of them begins at page 1. */
const searchMembers: readonly (keyof View)[] = [
  ...(['q', 'understand', 'filters', 'activity_code', 'group'] as const),
  ...(['near', 'radius', 'box', 'sort'] as const),
]
/** Results in place of the shortlist or a comparison. */
const results = { page: 1, show: '', compare: [] } as const
/** Members that may name a place. */
const placeMembers: readonly (keyof View)[] = ['q', 'understand', 'near']

/** The query of a view with a change. */
export function toChangedQuery(view: View, change: Partial<View>): string {
  const isChanged = (names: readonly (keyof View)[]) => names.some((name) => name in change)
  const next = { ...view, ...(isChanged(searchMembers) && results), ...change }
  if (next.near !== '') return toQuery(next)
  // an order by distance may lose its place
  const isLost = next.sort === 'distance' && isChanged(placeMembers)
  const sort = isLost ? emptyView.sort : next.sort
  return toQuery({ ...next, sort, radius: emptyView.radius })
}

/** The parameters of the API for a view. */
export function toFindParameters(view: View): FindParameters {
  if (view.compare.length > 0) return { ids: view.compare, size: maxCompared }
  if (view.show === 'list') return { ids: view.list, size: maxListed }
  const { q, understand, filters, activity_code, group, near, radius, box, sort, page } = view
  const { revenue, founded, activity, ...others } = filters
  return {
    ...(q !== '' && { q, ...(!understand && { understand }) }),
    ...others,
    ...(activity !== undefined && { activity_group: activity }),
    ...toBounds(revenue?.[0], founded?.[0]),
    ...(activity_code !== '' && { activity_code }),
    ...(group !== '' && { group }),
    ...(near !== '' && { near, radius }),
    ...(box !== '' && { box }),
    ...(sort !== 'relevance' && { sort }),
    ...(page > 1 && { page }),
    size: pageSize,
  }
}

/** The search of the home page: the largest organizations, and facets. */
export const homeParameters: FindParameters = { size: 6 }
export const homeFacets: readonly FacetName[] = ['region', 'cause']
