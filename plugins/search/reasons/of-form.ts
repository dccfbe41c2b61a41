import type { KnownReason } from './known-reason.js'

/** Parts that conflict, are missing, or do not exist. */
export const ofForm: readonly KnownReason[] = [
  {
    says: /^\[(?<inside>\w+)\] failed to parse field \[(?<key>\w+)\]/,
    told: 'cannot be read; look up in its documentation what may stand here',
    byKey: true,
  },
  {
    says: /^(?:unknown query|Unknown aggregation type) \[(?<key>\w+)\]/,
    told: 'the search engine does not have this; use another one',
  },
  {
    says: /^\[(?<inside>\w+)\] (?:query does not support|unknown field) \[(?<key>\w+)\]/,
    told: 'the search engine does not know this key; leave it out',
  },
  {
    says: /^Invalid interval specified/,
    at: ['date_histogram'],
    told: 'calendar_interval (month) or fixed_interval (30d) is required',
  },
  {
    says: /^Required one of fields \[field, script\]/,
    told: 'an aggregation has no field; give it one: {"field": "revenue"}',
  },
  {
    says: /^No \[ranges\] specified for the \[(?<key>.*)\] aggregation/s,
    under: ['aggs', 'aggregations'],
    told: 'ranges is required: a list of {"from": 1, "to": 10}',
  },
  {
    says: /^Invalid aggregation order path \[(?<key>.*?)\]/s,
    under: ['order'],
    told: 'order by _count, _key, or the name of a metric directly inside this aggregation',
  },
  {
    says: /^Validation Failed: 1: No aggregation (?:\[.*\] )?found for path \[(?<value>.*)\]/s,
    told: 'names no aggregation beside or below its own; write name, or name>metric',
  },
  {
    says: /^Invalid aggregation name/,
    at: ['aggs', 'aggregations'],
    told: 'the name of an aggregation may hold none of [ ] >',
  },
  {
    says: /^Missing value for \[after\./,
    at: ['after'],
    told: 'must hold a value for each source, as after_key of the last answer does',
  },
  {
    says: /^Cannot set after key/,
    at: ['after'],
    told: 'holds a value of another type than its source; send after_key of the last answer as it is',
  },
  {
    says: /^Sort must contain at least one field/,
    at: ['search_after'],
    told: 'needs a sort by a field; add one, best with id as its last key',
  },
  {
    says: /^search_after has \d+ value\(s\) but sort has/,
    at: ['search_after'],
    told: 'must hold a value for each key of sort; send _sort of the last hit as it is',
  },
  {
    says: /^Failed to parse search_after value|^\[search_after\] value at position/,
    at: ['search_after'],
    told: 'holds a value that is not of the type of its sort key; send _sort of the last hit as it is',
  },
  {
    says: /^Validation Failed: 1: \[from\] parameter must be set to 0 when \[search_after\]/,
    at: ['from'],
    told: 'must be 0 or absent beside search_after',
  },
  {
    says: /^Cannot use \[collapse\] in conjunction with \[search_after\]/,
    at: ['collapse'],
    told: 'goes with search_after only where sort has one key, the field of collapse',
  },
  {
    says: /^Cannot use \[sort\] option in conjunction with \[rescore\]/,
    at: ['rescore'],
    told: 'goes with the order by _score only; leave sort or rescore out',
  },
  {
    says: /^pre_tags are set but post_tags are not set/,
    at: ['pre_tags'],
    told: 'needs post_tags too',
  },
  {
    says: /^the field \[(?<field>[^\]]*)\] should be indexed with term vector/,
    under: ['highlight'],
    told: 'this highlighter needs an index made for it; take the type unified',
  },
]

/** Limits of the engine. */
export const ofBounds: readonly KnownReason[] = [
  {
    says: /^(?:Result|Inner result|Top hits result) window is too large/,
    told: 'from + size is more than the index gives; ask for fewer hits, or go on with search_after',
  },
  {
    says: /maxClauseCount is set to/,
    told: 'the query has more clauses than the engine takes, each word and wildcard counted; ask for fewer, or use terms',
  },
  {
    says: /^Trying to create too many buckets/,
    told: 'the aggregations make more buckets than the engine keeps; take greater intervals, smaller sizes or a narrower query',
  },
  {
    says: /^Determinizing automaton/,
    at: ['regexp', 'wildcard', 'query_string'],
    told: 'the pattern is too complex; make it shorter, with fewer alternatives and repetitions',
  },
]
