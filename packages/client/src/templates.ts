import type { Answer, Understood } from './answer.js'
import type { Location } from './types.js'

/**
 * Degrees of the western, southern, eastern and northern edge; a west that is greater than the east
 * crosses the 180th meridian.
 */
export type Box = readonly [west: number, south: number, east: number, north: number]

/** What `find` takes, all optional: the parameters of `GET /api/v1/organizations`. */
export interface FindParameters {
  /** Words, a place too as in `food bank near Providence RI`, or the number of one. */
  q?: string
  /** States, as codes or names; of this list and the others one must hold, `unknown` is none. */
  region?: string | readonly string[]
  city?: string
  activity?: string
  /** Values of the facet `activity`. */
  activity_group?: string | readonly string[]
  /** Values of the facet `cause`, or words for them. */
  cause?: string | readonly string[]
  /** Beginning of the code of the field of work: `K`, `K31`. */
  activity_code?: string
  legal_status?: string | readonly string[]
  /** Number of the group exemption of a central organization and its chapters. */
  group?: string
  founded_from?: number
  founded_to?: number
  /** True: those whose year is not known. */
  founded_unknown?: boolean
  revenue_min?: number
  revenue_max?: number
  /** True: those whose revenue is not known. */
  revenue_unknown?: boolean
  /** Those that a load has added or changed since then: a day or a time in UTC. */
  changed_since?: string
  /** Ids, tax codes or org_ids, up to 50. */
  ids?: string | readonly string[]
  /** A place, or as text a ZIP code or a city of the United States: `Providence RI`. */
  near?: Location | string
  /** From `near`, in kilometres, or as text with its unit: `10mi`. */
  radius?: number | string
  /** Those within a box on the map, which may be a text: `-71.5,41.7,-71.3,41.9`. */
  box?: Box | string
  /** Zoom of the map tiles that are the cells of the facet `cells`. */
  zoom?: number
  /** The part of the map whose cells are counted. */
  view?: Box | string
  /** With a minus the last or greatest first. */
  sort?:
    | 'relevance'
    | 'name'
    | '-name'
    | 'founded'
    | '-founded'
    | 'revenue'
    | '-revenue'
    | 'assets'
    | '-assets'
    | 'updated'
    | '-updated'
    | 'distance'
  /** From 1. */
  page?: number
  /** Results of a page. */
  size?: number
  /** Fields of the results; by default those that the operator has chosen. */
  fields?: readonly string[]
  /** Names of the counts to return, such as `region`. */
  facets?: readonly string[]
  /** Whether the page has `search`. */
  explain?: boolean
  /** False: `q` is words alone, neither a number nor a place. */
  understand?: boolean
}

/** The place that `near` is, or that the text names. */
export interface FoundPlace extends Location {
  /** Of a ZIP code or a city: `Springfield, VT`. */
  name?: string
  /** Other cities of its name, if no state is named. */
  otherPlaces?: string[]
}

/** An organization that was found; if its place is known, how far it is from the one asked for. */
export type WithDistance<Source> = Source & { distance_km?: number }

/** How many organizations have a value. */
export interface FacetCount {
  value: string | number | boolean
  count: number
  /** Of a cell: around what is in it. */
  box?: Box
}

/** A page of organizations. */
export interface FoundPage<Source> {
  results: WithDistance<Source>[]
  total: number
  page: number
  pages: number
  /** The requested counts, each with the most frequent value first. */
  facets?: Record<string, FacetCount[]>
  /** The place of `near`, or of the text. */
  place?: FoundPlace
  /** The search behind it, as `search` of the client takes it, if `explain` was sent. */
  search?: { index: string; body: Record<string, unknown> }
  index: string
  version: string
}

/** What comes with the answer of a search template. */
export interface AnswerNotes {
  /** Where nothing was found, or only what is similar: why, and what may have been meant. */
  hints: string[]
  /** What `q` was understood as, if it was sent. */
  understood: Understood | undefined
  cost: number | undefined
  /** Its id, for support. */
  requestId: string | undefined
  /** The day that the data describes, if the operator has stated it. */
  dataAsOf: string | undefined
  /** How the source of the data wants to be named, if known. */
  attribution: string | undefined
}

/** An organization whose name may be meant. */
export interface Suggestion {
  id: string
  name: string
  /** Its other names: the words may be of one of them. */
  alternate_names?: string[]
  city?: string
  region?: string
}

export function toNotes({ meta, headers }: Answer<unknown>): AnswerNotes {
  const cost = headers.get('x-query-cost')
  const { hints = [], understood, requestId, dataAsOf, attribution } = meta
  return {
    ...{ hints, understood, requestId, dataAsOf, attribution },
    cost: cost === null ? undefined : Number(cost),
  }
}

/** The results of all pages, each asked for when the one before is read. */
export async function* allFound<Source>(
  find: (page: number) => Promise<FoundPage<Source>>,
): AsyncGenerator<WithDistance<Source>, void, undefined> {
  for (let page = 1; ; page++) {
    const { results, pages } = await find(page)
    yield* results
    if (page >= pages) return
  }
}

export const organizationsPath = '/api/v1/organizations'

/** The path of a search template, with the values that are given. */
export function renderPath(path: string, parameters: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, renderValue(value)]),
  )
  return given.length > 0 ? `${path}?${query}` : path
}

function renderValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(inList).join(',')
  if (typeof value !== 'object' || value === null) return String(value)
  const { lat, lon } = value as Location
  return `${lat},${lon}`
}

/** Commas separate the values of a list, except in quotes. */
function inList(value: string): string {
  return /[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}
