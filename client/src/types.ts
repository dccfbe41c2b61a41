import type { SearchBody } from './body.js'

/** What every call takes besides what it asks for. */
export interface CallOptions {
  /** Ends the call, its waits and its retries; it rejects with the signal's reason then. */
  signal?: AbortSignal | undefined
}

export interface Credentials {
  email: string
  password: string
}

export interface User {
  id: number
  email: string
  name: string
  role: string
}

export type KeyState = 'active' | 'expired' | 'revoked'

/** An API key as its owner sees it: without its secret. */
export interface ApiKey {
  id: string
  name: string
  /** The beginning of the secret, by which the key can be known. */
  prefix: string
  scopes: string[]
  createdAt: string
  expiresAt: string
  state: KeyState
  expiresInSeconds: number
  lastUsedAt: string | null
  lastUsedIp: string | null
  rotatedFrom?: string
}

/** A key just made. */
export interface NewApiKey
  extends Pick<ApiKey, 'id' | 'name' | 'prefix' | 'scopes' | 'createdAt' | 'expiresAt' | 'rotatedFrom'> {
  /** The whole secret, which is told this once. */
  key: string
}

export interface KeyRequest {
  name: string
  /** `['organizations:read']` where left out. */
  scopes?: string[]
  /** Days; 365 where left out. */
  expiresIn?: number
}

/** What can be changed of a key: it only ever gets narrower. */
export interface KeyChange {
  name?: string
  scopes?: string[]
  /** ISO 8601, earlier than it was. */
  expiresAt?: string
}

/** The three families of indices, alone or with more of a name or a pattern behind. */
export type IndexPattern = `${'map-serp' | 'organization-entity' | 'organization-serp'}${string}`

export interface SearchRequest<Body = SearchBody> {
  index: IndexPattern
  body: Body
}

/** A place on Earth, in degrees. */
export interface Location {
  lat: number
  lon: number
}

/** The fields that the loader writes; whatever else was loaded stands beside them. No index family holds all of them. */
export interface Organization {
  id: string
  name: string
  description?: string
  /** Identifier given by the tax authority, such as the EIN in the United States. */
  tax_code?: string
  legal_status?: string
  founded_year?: number
  /** `YYYY-MM-DD` or `YYYY-MM`. */
  registered_on?: string
  /** ISO 3166-1 alpha-2. */
  country?: string
  region?: string
  city?: string
  street?: string
  zip?: string
  location?: Location
  location_accuracy?: string
  website?: string
  activity?: string
  activity_group?: string
  activity_code?: string
  subsection?: string
  active?: boolean
  employees?: number
  /** Money in whole units of the country's currency. */
  assets?: number
  income?: number
  revenue?: number
  [field: string]: unknown
}

/** What a hit was sorted by; an integer beyond 2^53 is a string of its digits. */
export type SortValue = string | number | boolean | null

/** A hit: the organization, and what the engine says of it. */
export type Hit<Source> = Source & {
  id: string
  _score: number | null
  _sort?: SortValue[]
  _highlight?: Record<string, string[]>
  _fields?: Record<string, unknown[]>
  _innerHits?: Record<string, unknown>
}

export interface SearchResult<Source, Aggregations> {
  results: Hit<Source>[]
  total: number
  /** `gte`: the body gave the exact number up. */
  totalRelation?: 'eq' | 'gte'
  index: string
  version: string
  /** As the engine returned them, where the body asked for some. */
  aggregations?: Aggregations
  /** What may be wrong with a search that found nothing. */
  hints: string[]
  /** Price of the search, in passes over the documents; undefined where a proxy keeps it. */
  cost: number | undefined
  /** Id of the request, by which the operator finds it in the log. */
  requestId: string | undefined
}

/** What the rules say of a search, without running it. */
export interface Explanation {
  accepted: boolean
  /** Mistakes by field, as in the details of a VALIDATION_ERROR. */
  problems: Record<string, { _errors: string[] }>
  cost: { total: number; cap: number; parts: { path: string; cost: number }[] }
  /** What is left of the owner's budget of prices, where the operator has set one. */
  budget: { limit: number; windowSeconds: number; remaining: number; resetSeconds: number } | null
  limits: Record<string, number>
  /** The search as the engine would be sent it; null for one that is refused. */
  search: { index: string; body: Record<string, unknown> } | null
}

export type FieldUse = 'match' | 'term' | 'sort' | 'aggregate' | 'map'

export interface FieldDescription {
  readonly name: string
  readonly type: string
  readonly uses: readonly FieldUse[]
  /** The same value in other forms: whole name → uses. */
  readonly subFields?: Readonly<Record<string, readonly FieldUse[]>>
  readonly example?: unknown
}

/** What a search may name, by family of indices. */
export interface FieldList {
  readonly families: Readonly<Record<string, { readonly fields: readonly FieldDescription[] }>>
}
