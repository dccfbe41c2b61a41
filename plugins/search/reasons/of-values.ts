import type { KnownReason } from './known-reason.js'

const geoKeys = ['geo_distance', 'geo_bounding_box', 'geo_polygon', '_geo_distance']
const point =
  'a point is {"lat": 41.8, "lon": -71.4}, "41.8,-71.4" or [-71.4, 41.8], longitude first'

/** The form required at a key. */
export const forms: Readonly<Record<string, string>> = {
  calendar_interval: 'give either calendar_interval (month) or fixed_interval (30d)',
  distance: 'must be a distance such as 20km',
  exclude: 'must be a list of values, or a regular expression that closes every ( [ { and "',
  fixed_interval: 'give either fixed_interval (30d) or calendar_interval (month)',
  include: 'must be a list of values, or a regular expression that closes every ( [ { and "',
  interval: 'must be a number greater than 0',
  offset: 'must be a time span such as +6h',
  time_zone: 'must be a time zone such as +02:00 or Europe/Rome',
  unit: 'must be a unit of length such as m, km or mi',
}

/** What Lucene says of a query text that begins a word with a wildcard, where it must not. */
export const leadingWildcard = /not allowed as first character in WildcardQuery/

/** Values of the wrong form. */
export const ofValues: readonly KnownReason[] = [
  {
    pattern: /^empty String(?<value>)/,
    message: 'must be a number, as the field is numeric',
  },
  {
    pattern: /^(?:For input string: "(?<value>.*)"|multiple points)/s,
    message: 'must be a number, as the field is numeric',
    byKey: true,
  },
  {
    pattern: /^failed to parse date field \[(?<value>.*?)\] with format \[/s,
    message:
      'must be a date such as 2024-05-31 or now-1y/d; where a format is named, one of that form',
  },
  {
    pattern:
      /^(?:unit \[.*?\] not supported for date math|operator not supported for date math|truncated date math|rounding `\/` can only be used on single unit types) \[(?<part>.*)\]/s,
    message:
      'date math is now or a date with ||, then +1d, -1M or /y; its units are y, M, w, d, h, m ' +
      'and s',
  },
  {
    pattern: /^(?:Can't parse boolean value|Cannot parse boolean) \[(?<value>.*?)\], expected/s,
    message: 'must be true or false',
  },
  {
    pattern: /^(?:error fetching \[.*?\]: )?Invalid format: \[(?<value>.*?)\]: /s,
    message: 'must be a date format such as yyyy-MM-dd or epoch_millis',
  },
  {
    pattern: /^(?:java\.time\.\S+: )?(?:Unknown time-zone ID|Zone offset|Invalid ID for)/,
    at: ['time_zone'],
    message: 'must be a time zone such as +02:00 or Europe/Rome',
  },
  {
    pattern:
      /^fuzziness (?:wrongly configured|cannot be|needs to be)|^failed to parse \[.*\] as a "auto:int,int"|^failed to find low and high|^Valid edit distances/s,
    at: ['fuzziness', 'query_string'],
    message:
      'must be AUTO, 0, 1, 2, or AUTO:low,high with two lengths of words the first of which ' +
      'is the smaller one',
  },
  {
    pattern: /^(?:Fuzziness|\[slop\]) not allowed for type/,
    at: ['fuzziness', 'slop'],
    message: 'does not go with the type of this multi_match; leave it out, or take another type',
  },
  {
    pattern: /^top is below bottom corner/,
    at: ['geo_bounding_box'],
    message: 'top_left must lie above bottom_right: its latitude is the greater one',
  },
  {
    pattern: /^(?:top|bottom|left|right) (?:latitude|longitude) is invalid: NaN/,
    at: ['geo_bounding_box'],
    message: 'two corners are required: top_left and bottom_right, or top, left, bottom and right',
  },
  {
    pattern: /^couldn't validate latitude|^illegal (?:latitude|longitude)/,
    at: geoKeys,
    message:
      'latitude lies between -90 and 90, longitude between -180 and 180, and both are required; ' +
      `${point}`,
  },
  {
    pattern:
      /^(?:failed to parse \[geo_bounding_box\] query\. \[)?(?:(?:latitude|longitude) must be a number|unsupported symbol|Invalid WKT|Exception parsing coordinates|failed to parse (?:geo_point|WKT))/,
    at: geoKeys,
    message: `this is no point; ${point}`,
  },
  {
    pattern: /^distance must be greater than zero/,
    at: ['distance'],
    message: 'must be greater than 0, such as 20km',
  },
  {
    pattern: /^No distance unit match \[(?<value>.*)\]/s,
    message: 'must be a unit of length such as m, km or mi',
  },
  {
    pattern:
      /^(?:unexpected end-of-string|expected .* at position|integer expected at position|invalid (?:repetition )?range|interval syntax|illegal )/,
    at: ['regexp'],
    message:
      'is no regular expression as Lucene writes them; close every ( [ { and ", and escape ' +
      'literal characters with \\',
  },
  {
    pattern: leadingWildcard,
    at: ['query_string'],
    message: 'no word may begin with * or ? where allow_leading_wildcard is false',
  },
  {
    pattern: /^Failed to parse query\b/,
    at: ['query_string'],
    message:
      'the text cannot be read; put \\ before / : ( ) [ ] { } " where they stand for ' +
      'themselves, or use simple_query_string',
  },
  {
    pattern: /^\[(?<inside>\w+)\] analyzer \[(?<value>.*)\] not found/s,
    message: 'the index has no such analyzer; leave analyzer out, or name one such as standard',
  },
  {
    pattern:
      /^Unknown (?:`?(?<key>\w+)`?: |(?:regexp|simple_query_string) flag )\[(?<value>.*?)\]/s,
    message: 'is not one of the allowed words; leave it out',
  },
]
