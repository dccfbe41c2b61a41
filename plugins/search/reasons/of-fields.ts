import type { KnownReason } from './known-reason.js'

const collected = ['sort', 'aggs', 'aggregations', 'collapse', 'functions', 'function_score', 'docvalue_fields']

/** Operations that a field does not support. */
export const ofFields: readonly KnownReason[] = [
  {
    says: /^Fielddata is disabled on \[(?<field>[^\]]*)\]/,
    under: collected,
    told: '{field} is a text field; sort and aggregations take a keyword field, such as name.keyword for name',
  },
  {
    says: /^No mapping found for \[(?<field>[^\]]*)\] in order to sort on/,
    under: ['sort'],
    told: 'the index has no field {field} to sort by; check its name, or give it an unmapped_type',
  },
  {
    says: /^no mapping found for (?:field \[|`)(?<field>[^\]`]*)[\]`]/,
    told: 'the index has no field {field}; check its name',
  },
  {
    says: /^failed to find (?:geo field|mapper for) \[(?<field>[^\]]*)\]/,
    told: 'the index has no field {field}; check its name, and take a family that holds places, such as map-serp',
  },
  {
    says: /^collapse is not supported for the field \[(?<field>[^\]]*)\]/,
    under: ['collapse'],
    told: 'hits are collapsed by a keyword or number field, which {field} is not; such as name.keyword for name',
  },
  {
    says: /^can't sort on geo_point/,
    at: ['sort'],
    told: 'a place is sorted by its distance from a point: {"_geo_distance": {"location": {"lat": 41.8, "lon": -71.4}}}',
  },
  {
    says: /^Can only use (?:phrase prefix|interval) queries on text fields - not on \[(?<field>[^\]]*)\]/,
    told: 'this clause takes text fields only, which {field} is not; use term, prefix or range',
  },
  {
    says: /^Can only use \w+ queries on keyword\b.* - not on \[(?<field>[^\]]*)\]/,
    told: 'this clause (or its fuzziness) takes text and keyword fields only, which {field} is not; use term or range',
  },
  {
    says: /^Field \[(?<field>[^\]]*)\] of type \[geo_\w+\] does not support \w+ queries/,
    told: '{field} holds places; search it with geo_distance or geo_bounding_box',
  },
  {
    says: /^Geometry fields do not support exact searching, .*: \[(?<field>[^\]]*)\]/,
    told: '{field} holds places; search it with geo_distance or geo_bounding_box',
  },
  {
    says: /^(?:Field|field) \[(?<field>[^\]]*)\] is (?:not a geo_point|of unsupported type \[\w+\] for \[geo_)/,
    told: '{field} holds no places; name a geo_point field, such as location',
  },
  {
    says: /^Field \[(?<field>[^\]]*)\] of type \[\w+\] is not supported for aggregation \[(?<inside>geo\w+)\]/,
    told: '{field} holds no places; name a geo_point field, such as location',
  },
  {
    says: /^Field \[(?<field>[^\]]*)\] of type \[\w+\] is not supported for aggregation \[(?<inside>date_\w+)\]/,
    told: '{field} holds no dates; name a date field, such as registered_on',
  },
  {
    says: /^Field \[(?<field>[^\]]*)\] of type \[geo_\w+\] is not supported for aggregation \[(?<inside>\w+)\]/,
    told: '{field} holds places; aggregate them with geohash_grid, geotile_grid or geo_bounds',
  },
  {
    says: /^Field \[(?<field>[^\]]*)\] of type \[\w+\] is not supported for aggregation \[(?<inside>\w+)\]/,
    told: '{field} holds no numbers, which this aggregation needs; name a number field, such as revenue',
  },
  {
    says: /^Field \[(?<field>[^\]]*)\] of type \[\w+\] does not support custom formats/,
    told: '{field} takes no format; leave format out, or name a date or number field',
  },
  {
    says: /^\[nested\] failed to find nested object under path \[(?<field>[^\]]*)\]/,
    under: ['nested'],
    told: 'the index keeps no nested objects at {field}; search the field itself, without nested',
  },
  {
    says: /^we only support AVG, MEDIAN and SUM on number based fields/,
    at: ['mode'],
    told: 'avg, median and sum are for number fields; use min or max, or leave mode out',
  },
  {
    says: /^\[numeric_type\] option cannot be set on a non-numeric field/,
    at: ['numeric_type'],
    told: 'numeric_type is for number and date fields; leave it out',
  },
  {
    says: /^No mapper found for type \[(?<value>.*)\]/s,
    told: 'must be the type of a field, such as keyword, long or date',
  },
  {
    says: /^Missing value for field \[(?<field>[^\]]*)\]/,
    told: 'some documents have no {field}; give field_value_factor a missing value',
  },
  {
    says: /^more_like_this only supports text\/keyword fields: \[(?<field>[^\]]*)\]/,
    told: 'more_like_this takes text and keyword fields only, which {field} is not; leave it out',
  },
]
