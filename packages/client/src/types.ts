import type { SearchBody } from './body.js'

/** Options of every call. */
export interface CallOptions {
  /** Cancels the call, its waits and its retries; it then rejects with the signal's reason. */
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
  /** In the answer of `me`: the plan, unless it is `default`. */
  plan?: string
}

export type KeyState = 'active' | 'expired' | 'revoked'

/** An API key as its owner sees it: without its secret. */
export interface ApiKey {
  id: string
  name: string
  /** The prefix of the secret, which identifies the key. */
  prefix: string
  scopes: string[]
  /** Its plan, unless it is `default`. */
  plan?: string
  /** Where it may be used from; everywhere without it. */
  allow?: KeyAllowList
  createdAt: string
  /** When it ends: by its expiry, its revocation or the grace period of its rotation. */
  expiresAt: string
  state: KeyState
  /** Seconds until then, 0 when it has ended. */
  expiresInSeconds: number
  lastUsedAt: string | null
  lastUsedIp: string | null
  /** Id of the key that it replaces. */
  rotatedFrom?: string
  /** Id of the key that replaces it. */
  rotatedTo?: string
}

/** Where a key may be used from. A request must match both lists, if there are two. */
export interface KeyAllowList {
  /** Networks, such as `203.0.113.0/24`. */
  addresses?: string[]
  /** Origins of pages, such as `https://app.example.org`. */
  origins?: string[]
}

/** A new key. */
export interface CreatedApiKey
  extends Pick<
    ApiKey,
    'id' | 'name' | 'prefix' | 'scopes' | 'allow' | 'createdAt' | 'expiresAt' | 'rotatedFrom'
  > {
  /** The whole secret, shown only once. */
  key: string
}

export interface KeyRequest {
  name: string
  /** By default `['organizations:read']`. */
  scopes?: string[]
  /** Days; by default 365. */
  expiresIn?: number
  /** Where it may be used from; by default everywhere. */
  allow?: KeyAllowList
}

/** Possible changes of a key. */
export interface KeyChange {
  name?: string
  scopes?: string[]
  /** ISO 8601, earlier than before. */
  expiresAt?: string
  /** `null`: everywhere. */
  allow?: KeyAllowList | null
}

/** The three families of indices, alone or followed by more of a name or a pattern. */
export type IndexPattern = `${'map-serp' | 'organization-entity' | 'organization-serp'}${string}`

export interface SearchRequest<Body = SearchBody> {
  index: IndexPattern
  body: Body
}

export type { Location, Organization } from './organization.js'

/** A sort value of a hit; an integer beyond 2^53 is a string of its digits. */
export type SortValue = string | number | boolean | null

/** A hit: the organization, with the engine's data on it. */
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
  /** `gte`: the body has waived the exact number. */
  totalRelation?: 'eq' | 'gte'
  index: string
  version: string
  /** As the engine returned them, if the body requested any. */
  aggregations?: Aggregations
  /** Fields that do not exist, and what else may be wrong with a search that found nothing. */
  hints: string[]
  /** Cost of the search; undefined if a proxy removes it. */
  cost: number | undefined
  /** Id of the request, by which the operator finds it in the log. */
  requestId: string | undefined
}

/** The result of the rules for a search, without running it. */
export interface Explanation {
  accepted: boolean
  /** Mistakes by field, as in the details of a VALIDATION_ERROR. */
  problems: Record<string, { _errors: string[] }>
  cost: { total: number; cap: number; parts: { path: string; cost: number }[] }
  /** The rest of the owner's cost limit, if the operator has set one. */
  budget: { limit: number; windowSeconds: number; remaining: number; resetSeconds: number } | null
  limits: Record<string, number>
  /** The search as it would be sent to the engine; null for a refused one. */
  search: { index: string; body: Record<string, unknown> } | null
}

/** What is left of a limit. */
export interface Limit {
  /** As in the RateLimit headers. */
  name: string
  /** What is counted: each request, the cost of each search, or the hits of answers. */
  unit: 'requests' | 'cost' | 'hits'
  by: 'address' | 'owner' | 'key'
  /** Set if the windows are calendar months, in UTC. */
  window?: 'month'
  limit: number
  windowSeconds: number
  remaining: number
  resetSeconds: number
  /** Methods and paths that it counts, such as `POST /api/v1/organizations/search`. */
  calls: string[]
  /** It counts only some of their requests. */
  conditional?: true
}

/** The limits that hold for the credential. */
export interface Limits {
  plan: string
  scopes: string[]
  limits: Limit[]
  /** Maximum cost of one search. */
  searches: { calls: string[]; maxCost: number }[]
}

/** Which usage: all that is kept, by day, unless it says otherwise. */
export interface UsageQuery {
  /** The first day in UTC, or a time with its zone; at most 35 days before the end of `to`. */
  from?: string
  /** The last day in UTC, or a time; by default today. */
  to?: string
  by?: 'day' | 'hour' | 'key'
}

/** Sums over requests. */
export interface Used {
  requests: number
  /** Total cost of the searches that no throttle refused. */
  cost: number
  /** Bytes of the answers, with their headers. */
  bytes: number
  /** Requests by the error code of their answer. */
  errors: Record<string, number>
}

/** What was used in a day, in an hour, or by a key. */
export interface UsageRow extends Used {
  /** With `by: 'day'`. */
  day?: string
  /** With `by: 'hour'`: when it begins. */
  hour?: string
  /** With `by: 'key'`: its id; null for access tokens. */
  key?: string | null
  /** With `by: 'key'`: its public prefix; null for access tokens. */
  prefix?: string | null
}

export interface Usage {
  by: 'day' | 'hour' | 'key'
  /** Start of the first hour. */
  from: string
  /** End of the last hour. */
  to: string
  rows: UsageRow[]
  totals: Used
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

/** The fields that a search may name, by family of indices. */
export interface FieldList {
  readonly families: Readonly<Record<string, { readonly fields: readonly FieldDescription[] }>>
  /** Where the data comes from, if it is known. */
  readonly sources?: readonly DataSource[]
}

/** Where data comes from. */
export interface DataSource {
  readonly name?: string
  /** The day that it describes, `YYYY-MM-DD`. */
  readonly asOf?: string
  readonly loadedAt: string
  readonly attribution?: string
  readonly license?: string
}
