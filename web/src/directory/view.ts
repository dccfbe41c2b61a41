import type { FindParameters } from '../../../packages/client/src/templates.js'

export type Sort = NonNullable<FindParameters['sort']>
export type Shape = 'cards' | 'table' | 'map'

/** All that the page shows: what its address says, and nothing else. */
export interface View {
  /** The typed text; of a view as it is understood (phrase.ts), its words. */
  q: string
  /** The chosen value of each facet. */
  filters: Partial<Record<FacetName, string>>
  near: string
  /** Kilometres. */
  radius: number
  sort: Sort
  page: number
  shape: Shape
  /** Names of the columns of the table, separated by commas; empty: the usual ones. */
  columns: string
  /** Of the organization that is shown by itself. */
  id: string
}

export const facetNames = ['region', 'activity', 'legal_status', 'revenue', 'founded'] as const
export type FacetName = (typeof facetNames)[number]

/** The largest radius of a search around a place, in kilometres. */
export const widest = 500

export const pageSize = 20
/** Results that pages can reach (docs/search-templates.md). */
export const windowSize = 10_000

/** The last page that can be shown. */
export const lastPageOf = ({ pages }: { pages: number }) => Math.min(pages, windowSize / pageSize)

export const emptyView: View = {
  q: '',
  filters: {},
  near: '',
  radius: 25,
  sort: 'relevance',
  page: 1,
  shape: 'cards',
  columns: '',
  id: '',
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
  const filters = facetNames
    .map((name) => [name, text(name)] as const)
    .filter(([, value]) => value !== '')
  return {
    q: text('q'),
    filters: Object.fromEntries(filters),
    near: text('near'),
    radius: number('radius', emptyView.radius),
    sort: sorts.find((sort) => sort === query.get('sort')) ?? emptyView.sort,
    page: Math.max(1, Math.floor(number('page', 1))),
    shape: shapes.find((shape) => shape === query.get('shape')) ?? emptyView.shape,
    columns: text('columns'),
    id: text('id'),
  }
}

/**
 * The address of a view, such as `?q=food+bank&region=RI`: only what differs from the empty one.
 */
export function addressOf({ filters, ...view }: View): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...view, ...filters }))
    if (value !== emptyView[name as keyof typeof view]) query.set(name, String(value))
  return query.size > 0 ? `?${query}` : '?'
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

/** The order of the results: without words none matches better, without a place none is nearer. */
export function orderOf({ q, near, sort }: View): Sort {
  const order = sort === 'distance' && near === '' ? 'relevance' : sort
  return q === '' && order === 'relevance' ? 'name' : order
}

/** What a view asks the API. */
export function parametersOf({ q, filters, near, radius, sort, page }: View): FindParameters {
  const { revenue, founded, activity, ...others } = filters
  return {
    ...(q !== '' && { q }),
    ...others,
    ...(activity !== undefined && { activity_group: activity }),
    ...(revenue !== undefined && revenues[revenue]),
    ...(founded !== undefined && yearsOf(founded)),
    ...(near !== '' && { near, radius }),
    ...(sort !== 'relevance' && (sort !== 'distance' || near !== '') && { sort }),
    ...(page > 1 && { page }),
    size: pageSize,
  }
}
