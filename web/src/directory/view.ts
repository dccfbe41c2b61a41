import type { FindParameters } from '../../../packages/client/src/templates.js'
import { boxIn } from '../map/boxes.js'

export type Sort = NonNullable<FindParameters['sort']>
export type Shape = 'cards' | 'table' | 'map'

/** All that the page shows: what its address says, and nothing else. */
export interface View {
  /** The text as typed: the API understands it. */
  q: string
  /** Whether the text may be a number or name a place; if not, it is words. */
  understand: boolean
  /** The chosen value of each facet. */
  filters: Partial<Record<FacetName, string>>
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
}

export const facetNames = ['region', 'activity', 'legal_status', 'revenue', 'founded'] as const
export type FacetName = (typeof facetNames)[number]

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
  near: '',
  radius: 25,
  box: '',
  sort: 'relevance',
  page: 1,
  shape: 'cards',
  columns: '',
}

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
  const text = (name: string) => query.get(name)?.slice(0, 100) ?? ''
  const number = (name: string, usual: number) => Number(query.get(name)) || usual
  const [q, near] = [text('q'), text('near')]
  // without either there is no place that distances could be from
  const known = sorts.filter((sort) => sort !== 'distance' || q !== '' || near !== '')
  const filters = facetNames
    .map((name) => [name, text(name)] as const)
    .filter(([, value]) => value !== '')
  return {
    q,
    understand: query.get('understand') !== 'false',
    filters: Object.fromEntries(filters),
    near,
    radius: number('radius', emptyView.radius),
    box: boxIn(text('box')) ? text('box') : emptyView.box,
    sort: known.find((sort) => sort === query.get('sort')) ?? emptyView.sort,
    page: Math.max(1, Math.floor(number('page', 1))),
    shape: shapes.find((shape) => shape === query.get('shape')) ?? emptyView.shape,
    columns: text('columns'),
  }
}

/**
 * The address of a view, such as `?q=food+bank&region=RI`: only what differs from the empty one,
 * which is `?q=`, as `/` without a query is the home page.
 */
export function addressOf({ filters, ...view }: View): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...view, ...filters }))
    if (value !== emptyView[name as keyof typeof view]) query.set(name, String(value))
  return query.size > 0 ? `?${query}` : '?q='
}

/** Members of a view that decide what is found. */
const asks: readonly (keyof View)[] = [
  'q',
  'understand',
  'filters',
  'near',
  'radius',
  'box',
  'sort',
]
/** Those that may name a place. */
const places: readonly (keyof View)[] = ['q', 'understand', 'near']

/** The address of a view with a change; a change of what is asked begins at page 1. */
export function addressAfter(view: View, change: Partial<View>): string {
  const isChanged = (names: readonly (keyof View)[]) => names.some((name) => name in change)
  const next = { ...view, ...(isChanged(asks) && { page: 1 }), ...change }
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

/** The years of a decade, `2010`, or since a year, `2015-`. */
function yearsOf(founded: string): { founded_from: number; founded_to?: number } {
  const year = Number.parseInt(founded, 10) || 0
  return { founded_from: year, ...(!founded.endsWith('-') && { founded_to: year + 9 }) }
}

/** What a view asks the API. */
export function parametersOf(view: View): FindParameters {
  const { q, understand, filters, near, radius, box, sort, page } = view
  const { revenue, founded, activity, ...others } = filters
  return {
    ...(q !== '' && { q, ...(!understand && { understand }) }),
    ...others,
    ...(activity !== undefined && { activity_group: activity }),
    ...(revenue !== undefined && revenues[revenue]),
    ...(founded !== undefined && yearsOf(founded)),
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
