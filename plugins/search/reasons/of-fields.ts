import type { KnownReason } from './known-reason.js'

const collected = [
  'sort',
  'aggs',
  'aggregations',
  'collapse',
  'functions',
  'function_score',
  'docvalue_fields',
]

/** Operations that a field does not support. */
export const ofFields: readonly KnownReason[] = [
  {
    pattern: /^Fielddata is disabled on \[(?<field>[^\]]*)\]/,
    under: collected,
    message:
      '{field} is a text field; sort and aggregations take a keyword field, such as ' +
      'name.keyword for name',
  },
  {
    pattern: /^No mapping found for \[(?<field>[^\]]*)\] in order to sort on/,
    under: ['sort'],
    message:
      'the index has no field {field} to sort by; check its name, or give it an unmapped_type',
  },
  {
    pattern: /^no mapping found for (?:field \[|`)(?<field>[^\]`]*)[\]`]/,
    message: 'the index has no field {field}; check its name',
  },
  {
    pattern: /^failed to find (?:geo field|mapper for) \[(?<field>[^\]]*)\]/,
    message:
      'the index has no field {field}; check its name, and take a family that holds places, ' +
      'such as map-serp',
  },
  {
    pattern: /^collapse is not supported for the field \[(?<field>[^\]]*)\]/,
    under: ['collapse'],
    message:
      'hits are collapsed by a keyword or number field, which {field} is not; such as ' +
      'name.keyword for name',
  },
  {
    pattern: /^can't sort on geo_point/,
    at: ['sort'],
    message:
      'a place is sorted by its distance from a point: {"_geo_distance": {"location": {"lat": ' +
      '41.8, "lon": -71.4}}}',
  },
  {
    pattern:
      /^Can only use (?:phrase prefix|interval) queries on text fields - not on \[(?<field>[^\]]*)\]/,
    message: 'this clause takes text fields only, which {field} is not; use term, prefix or range',
  },
  {
    pattern: /^Can only use \w+ queries on keyword\b.* - not on \[(?<field>[^\]]*)\]/,
    message:
      'this clause (or its fuzziness) takes text and keyword fields only, which {field} is ' +
      'not; use term or range',
  },
  {
    pattern: /^Field \[(?<field>[^\]]*)\] of type \[geo_\w+\] does not support \w+ queries/,
    message: '{field} holds places; search it with geo_distance or geo_bounding_box',
  },
  {
    pattern: /^Geometry fields do not support exact searching, .*: \[(?<field>[^\]]*)\]/,
    message: '{field} holds places; search it with geo_distance or geo_bounding_box',
  },
  {
    pattern:
      /^(?:Field|field) \[(?<field>[^\]]*)\] is (?:not a geo_point|of unsupported type \[\w+\] for \[geo_)/,
    message: '{field} holds no places; name a geo_point field, such as location',
  },
  {
    pattern:
      /^Field \[(?<field>[^\]]*)\] of type \[\w+\] is not supported for aggregation \[(?<inside>geo\w+)\]/,
    message: '{field} holds no places; name a geo_point field, such as location',
  },
  {
    pattern:
      /^Field \[(?<field>[^\]]*)\] of type \[\w+\] is not supported for aggregation \[(?<inside>date_\w+)\]/,
    message: '{field} holds no dates; name a date field, such as registered_on',
  },
  {
    pattern:
      /^Field \[(?<field>[^\]]*)\] of type \[geo_\w+\] is not supported for aggregation \[(?<inside>\w+)\]/,
    message: '{field} holds places; aggregate them with geohash_grid, geotile_grid or geo_bounds',
  },
  {
    pattern:
      /^Field \[(?<field>[^\]]*)\] of type \[\w+\] is not supported for aggregation \[(?<inside>\w+)\]/,
    message:
      '{field} holds no numbers, which this aggregation needs; name a number field, such as ' +
      'revenue',
  },
  {
    pattern: /^Field \[(?<field>[^\]]*)\] of type \[\w+\] does not support custom formats/,
    message: '{field} takes no format; leave format out, or name a date or number field',
  },
  {
    pattern: /^\[nested\] failed to find nested object under path \[(?<field>[^\]]*)\]/,
    under: ['nested'],
    message:
      'the index keeps no nested objects at {field}; search the field itself, without nested',
  },
  {
    pattern: /^we only support AVG, MEDIAN and SUM on number based fields/,
    at: ['mode'],
    message: 'avg, median and sum are for number fields; use min or max, or leave mode out',
  },
  {
    pattern: /^\[numeric_type\] option cannot be set on a non-numeric field/,
    at: ['numeric_type'],
    message: 'numeric_type is for number and date fields; leave it out',
  },
  {
    pattern: /^No mapper found for type \[(?<value>.*)\]/s,
    message: 'must be the type of a field, such as keyword, long or date',
  },
  {
    pattern: /^Missing value for field \[(?<field>[^\]]*)\]/,
    message: 'some documents have no {field}; give field_value_factor a missing value',
  },
  {
    pattern: /^more_like_this only supports text\/keyword fields: \[(?<field>[^\]]*)\]/,
    message:
      'more_like_this takes text and keyword fields only, which {field} is not; leave it out',
  },
]
