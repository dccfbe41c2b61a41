import type { KnownReason } from './known-reason.js'

/** Parts that conflict, are missing, or do not exist. */
export const ofForm: readonly KnownReason[] = [
  {
    pattern: /^\[(?<inside>\w+)\] failed to parse field \[(?<key>\w+)\]/,
    message: 'cannot be read; see its documentation for the allowed form',
    byKey: true,
  },
  {
    pattern: /^(?:unknown query|Unknown aggregation type) \[(?<key>\w+)\]/,
    message: 'the search engine does not support this; use another one',
  },
  {
    pattern: /^\[(?<inside>\w+)\] (?:query does not support|unknown field) \[(?<key>\w+)\]/,
    message: 'the search engine does not know this key; leave it out',
  },
  {
    pattern: /^Invalid interval specified/,
    at: ['date_histogram'],
    message: 'calendar_interval (month) or fixed_interval (30d) is required',
  },
  {
    pattern: /^Required one of fields \[field, script\]/,
    message: 'an aggregation has no field; give it one: {"field": "revenue"}',
  },
  {
    pattern: /^No \[ranges\] specified for the \[(?<key>.*)\] aggregation/s,
    under: ['aggs', 'aggregations'],
    message: 'ranges is required: a list of {"from": 1, "to": 10}',
  },
  {
    pattern: /^Invalid aggregation order path \[(?<key>.*?)\]/s,
    under: ['order'],
    message: 'order by _count, _key, or the name of a metric directly inside this aggregation',
  },
  {
    pattern: /^Validation Failed: 1: No aggregation (?:\[.*\] )?found for path \[(?<value>.*)\]/s,
    message: 'names no aggregation next to or below its own; write name, or name>metric',
  },
  {
    pattern: /^Invalid aggregation name/,
    at: ['aggs', 'aggregations'],
    message: 'the name of an aggregation must not be empty, nor contain [ ] >',
  },
  {
    pattern: /^Missing value for \[after\./,
    at: ['after'],
    message: 'must have a value for each source, as after_key of the last answer does',
  },
  {
    pattern: /^Cannot set after key/,
    at: ['after'],
    message:
      'has a value of another type than its source; send after_key of the last answer as it is',
  },
  {
    pattern: /^Sort must contain at least one field/,
    at: ['search_after'],
    message: 'needs a sort by a field; add one, best with id as its last key',
  },
  {
    pattern: /^search_after has \d+ value\(s\) but sort has/,
    at: ['search_after'],
    message: 'must have a value for each key of sort; send _sort of the last hit as it is',
  },
  {
    pattern: /^Failed to parse search_after value|^\[search_after\] value at position/,
    at: ['search_after'],
    message:
      'has a value that is not of the type of its sort key; send _sort of the last hit as it is',
  },
  {
    pattern: /^Validation Failed: 1: \[from\] parameter must be set to 0 when \[search_after\]/,
    at: ['from'],
    message: 'must be 0 or absent with search_after',
  },
  {
    pattern: /^Cannot use \[collapse\] in conjunction with \[search_after\]/,
    at: ['collapse'],
    message: 'goes with search_after only where sort has one key, the field of collapse',
  },
  {
    pattern: /^Cannot use \[sort\] option in conjunction with \[rescore\]/,
    at: ['rescore'],
    message: 'goes with the order by _score only; leave sort or rescore out',
  },
  {
    pattern: /^pre_tags are set but post_tags are not set/,
    at: ['pre_tags'],
    message: 'needs post_tags too',
  },
  {
    pattern: /^the field \[(?<field>[^\]]*)\] should be indexed with term vector/,
    under: ['highlight'],
    message: 'this highlighter needs an index made for it; take the type unified',
  },
]

/** Limits of the engine. */
export const ofBounds: readonly KnownReason[] = [
  {
    pattern: /^Result window is too large/,
    message:
      'from + size is more than the index allows; ask for fewer hits, or sort by a unique ' +
      'field and send the _sort of the last hit as search_after',
  },
  {
    pattern: /^(?:Inner|Top hits) result window is too large/,
    message: 'from + size is more than the index allows; ask for fewer hits',
  },
  {
    pattern: /maxClauseCount is set to/,
    message:
      'the query has more clauses than the engine takes, each word and wildcard counted; ask ' +
      'for fewer, or use terms',
  },
  {
    pattern: /^Trying to create too many buckets/,
    message:
      'the aggregations make more buckets than the engine keeps; use larger intervals, ' +
      'smaller sizes or a narrower query',
  },
  {
    pattern: /^Determinizing automaton/,
    at: ['regexp', 'wildcard', 'query_string'],
    message: 'the pattern is too complex; make it shorter, with fewer alternatives and repetitions',
  },
]
