import type { Location } from './types.js'

/** What `find` takes, all optional: the parameters of `GET /api/v1/organizations`. */
export interface FindQuestion {
  /** Words of the name, the city, the state or the field of work, or the number. */
  q?: string
  /** State, as a code or a name. */
  region?: string
  city?: string
  activity?: string
  /** A value of the facet `activity`. */
  activity_group?: string
  legal_status?: string
  founded_from?: number
  founded_to?: number
  revenue_min?: number
  revenue_max?: number
  /** Those that a load has added or changed since then: a day or a time in UTC. */
  changed_since?: string
  /** A place, or as text a ZIP code or a city of the United States: `Providence RI`. */
  near?: Location | string
  /** Kilometres from `near`. */
  radius?: number
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
}

/** A page of organizations. */
export interface FoundPage<Source> {
  results: Source[]
  total: number
  page: number
  pages: number
  /** The requested counts, each with the most frequent value first. */
  facets?: Record<string, { value: string | number | boolean; count: number }[]>
  /** The point that `near` is, if it was sent. */
  place?: Location
  /** The search behind it, as `search` of the client takes it, if `explain` was sent. */
  search?: { index: string; body: Record<string, unknown> }
  index: string
  version: string
}

/** An organization whose name may be meant. */
export interface Suggestion {
  id: string
  name: string
  city?: string
  region?: string
}

export const organizationsPath = '/api/v1/organizations'

/** The path of a question, with the values that are given. */
export function pathOf(path: string, question: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(question).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, textOf(value)]),
  )
  return given.length > 0 ? `${path}?${query}` : path
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return String(value)
  const { lat, lon } = value as Location
  return `${lat},${lon}`
}
