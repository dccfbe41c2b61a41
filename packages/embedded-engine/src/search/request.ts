import {
  contentError,
  EngineError,
  illegalArgument,
  numberError,
  parsingError,
  unsupported,
} from '../errors.js'
import { type HighlightRequest, parseHighlight } from '../highlight/request.js'
import { unknownName } from '../lacking.js'
import { toNumber } from '../mapping/numbers.js'
import { type ParsedQuery, parseQuery } from '../queries/index.js'
import { isObject, isScalar, type Json } from '../queries/options.js'
import { type FieldRequest, parseFieldRequests } from './doc-fields.js'
import { parseSort, type SortCriterion } from './sort.js'
import { type SourceFilter, sourceFilter } from './source.js'

/** Hits that can be paged through (index setting `max_result_window`). */
export const maxWindow = 10_000

/** Matches that are counted exactly unless the request says otherwise (Elasticsearch's default). */
const defaultTrackTotal = 10_000

/** A search body that was read. */
export interface SearchRequest {
  query: ParsedQuery
  postFilter: ParsedQuery | undefined
  from: number
  size: number
  /** Undefined: by score. */
  sort: SortCriterion[] | undefined
  searchAfter: unknown[] | undefined
  source: SourceFilter
  fields: FieldRequest[]
  docvalueFields: FieldRequest[]
  highlight: HighlightRequest | undefined
  /** Count exactly up to this many; 0: do not count. */
  trackTotal: number
  trackScores: boolean
  minScore: number | undefined
  /** Field of which each value gives its best hit only. */
  collapse: string | undefined
  aggs: unknown
  version: boolean
  sequence: boolean
}

/** Readers of the body's keys; whatever is here is taken, everything else refused. */
const keys: Readonly<Record<string, (request: SearchRequest, value: unknown) => void>> = {
  query: (request, value) => {
    if (!isObject(value)) throw parsingError('Unknown key for a START_ARRAY in [query].')
    request.query = parseQuery(value)
  },
  post_filter: (request, value) => {
    request.postFilter = parseQuery(value)
  },
  from: (request, value) => {
    request.from = count('from', value)
  },
  size: (request, value) => {
    request.size = count('size', value)
  },
  sort: (request, value) => {
    request.sort = parseSort(value)
  },
  search_after: (request, value) => {
    if (!Array.isArray(value) || value.length === 0)
      throw parsingError('Expected [START_ARRAY] in [search_after]')
    request.searchAfter = value
  },
  _source: (request, value) => {
    request.source = sourceFilter(value)
  },
  fields: (request, value) => {
    request.fields = parseFieldRequests(value)
  },
  docvalue_fields: (request, value) => {
    request.docvalueFields = parseFieldRequests(value)
  },
  highlight: (request, value) => {
    request.highlight = parseHighlight(value)
  },
  track_total_hits: (request, value) => {
    request.trackTotal = trackTotal(value)
  },
  track_scores: (request, value) => {
    request.trackScores = flag('track_scores', value)
  },
  min_score: (request, value) => {
    request.minScore = toNumber(value)
    if (request.minScore === undefined)
      throw parsingError('Unknown key for a VALUE in [min_score].')
  },
  collapse: (request, value) => {
    request.collapse = collapseField(value)
  },
  aggs: (request, value) => {
    request.aggs = value
  },
  aggregations: (request, value) => {
    request.aggs = value
  },
  timeout: (_request, value) => {
    if (
      !isScalar(value) ||
      !/^ *(-1|\+?\d+(\.\d+)? *(nanos|micros|ms|s|m|h|d)) *$/i.test(String(value))
    ) {
      throw illegalArgument(
        'failed to parse setting [timeout] as a time value: unit is missing or unrecognized',
      )
    }
  },
  version: (request, value) => {
    request.version = flag('version', value)
  },
  seq_no_primary_term: (request, value) => {
    request.sequence = flag('seq_no_primary_term', value)
  },
  explain: (_request, value) => mustBeFalse('explain', value),
  profile: (_request, value) => mustBeFalse('profile', value),
}

/** Reads a search body. @throws EngineError for anything that the embedded engine does not know. */
export function parseSearch(body: Json): SearchRequest {
  const request: SearchRequest = {
    query: parseQuery({ match_all: {} }),
    postFilter: undefined,
    from: 0,
    size: 10,
    sort: undefined,
    searchAfter: undefined,
    source: sourceFilter(undefined),
    fields: [],
    docvalueFields: [],
    highlight: undefined,
    trackTotal: defaultTrackTotal,
    trackScores: false,
    minScore: undefined,
    collapse: undefined,
    aggs: undefined,
    version: false,
    sequence: false,
  }
  for (const [key, value] of Object.entries(body)) {
    const read = Object.hasOwn(keys, key) ? keys[key] : undefined
    if (read === undefined) {
      throw unknownName(
        'search body',
        key,
        parsingError(`Unknown key for a ${tokenName(value)} in [${key}].`),
      )
    }
    read(request, value)
  }
  if (request.searchAfter !== undefined && request.from > 0) {
    const reason =
      'Validation Failed: 1: [from] parameter must be set to 0 when [search_after] is used;'
    throw new EngineError(400, 'action_request_validation_exception', reason)
  }
  if (
    request.searchAfter !== undefined &&
    request.collapse !== undefined &&
    !isSortedBy(request, request.collapse)
  ) {
    throw illegalArgument(
      'Cannot use [collapse] in conjunction with [search_after] unless the search is sorted on ' +
        'the same field. Multiple sort fields are not allowed.',
    )
  }
  return request
}

function isSortedBy({ sort }: SearchRequest, field: string): boolean {
  const [first, second] = sort ?? []
  return first?.by === 'field' && first.field === field && second === undefined
}

/** The kind of a JSON value, by the names of Elasticsearch's parser. */
export function tokenName(value: unknown): string {
  if (Array.isArray(value)) return 'START_ARRAY'
  if (isObject(value)) return 'START_OBJECT'
  if (value === null) return 'VALUE_NULL'
  return `VALUE_${(typeof value).toUpperCase()}`
}

function count(name: string, value: unknown): number {
  const number = toNumber(value)
  if (number === undefined)
    throw parsingError(`Unknown key for a ${tokenName(value)} in [${name}].`)
  if (number < 0) throw illegalArgument(`[${name}] parameter cannot be negative, found [${number}]`)
  return Math.trunc(number)
}

function flag(name: string, value: unknown): boolean {
  if (value !== true && value !== false && value !== 'true' && value !== 'false') {
    throw parsingError(`Failed to parse value for [${name}] as only [true] or [false] are allowed.`)
  }
  return String(value) === 'true'
}

function mustBeFalse(name: string, value: unknown): void {
  if (flag(name, value)) throw unsupported(name)
}

function trackTotal(value: unknown): number {
  if (value === true || value === 'true') return Number.POSITIVE_INFINITY
  if (value === false || value === 'false') return 0
  const number = toNumber(value)
  if (number === undefined) throw numberError('track_total_hits is not a number')
  if (number < -1)
    throw illegalArgument('[track_total_hits] parameter must be positive or equals to -1')
  return number === -1 ? Number.POSITIVE_INFINITY : number
}

function collapseField(value: unknown): string {
  if (!isObject(value)) throw parsingError(`Unknown key for a ${tokenName(value)} in [collapse].`)
  const { field, ...rest } = value
  for (const name of Object.keys(rest))
    throw unknownName('collapse', name, contentError(`[collapse] unknown field [${name}]`))
  return typeof field === 'string' ? field : ''
}
