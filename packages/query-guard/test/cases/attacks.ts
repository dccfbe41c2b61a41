import { casesIn } from '../../../../test/support/cases.js'
import { aggregationPlaces, documentPlaces, queryPlaces } from './places.js'

/**
 * Requests that must be refused. `text` is sent unchanged, `bytes` too; else `{index, body}` is
 * serialized.
 */
export interface Attack {
  name: string
  index?: unknown
  body?: unknown
  text?: string
  bytes?: Buffer
  /** Part of the request that must be complained of. */
  field?: 'index' | 'body'
}

type Named = [name: string, what: object]
const cases = casesIn<Record<string, Record<string, object>>>(__dirname, 'attacks.yml')
const group = (name: string): Named[] => Object.entries(cases[name]!)
const words = (text: string) => text.trim().split(/\s+/)

/** Clauses that run code, read elsewhere, hide a second query, or are not switched on. */
export const forbiddenQueries: Named[] = [
  ...group('queries'),
  ['__proto__', JSON.parse('{"__proto__": {"match_all": {}}}')],
]

const scriptable = words(`
  min max avg sum stats extended_stats value_count cardinality percentiles percentile_ranks boxplot
  string_stats median_absolute_deviation geo_bounds geo_centroid terms rare_terms significant_terms
  range date_range ip_range geo_distance histogram date_histogram auto_date_histogram
  variable_width_histogram geohash_grid geotile_grid geohex_grid missing`)
const closed = words(`
  adjacency_matrix categorize_text frequent_item_sets time_series significant_text change_point
  children parent rate no_such_aggregation constructor toString`)

/** Aggregations that run code, join, or are not known to be bounded. */
export const forbiddenAggregations: Named[] = [
  ...group('aggregations'),
  ...scriptable.map(
    (type): Named => [
      `${type} with a script`,
      { [type]: { field: 'revenue', script: cases.shared!.script } },
    ],
  ),
  ...closed.map((type): Named => [type, { [type]: { field: 'name' } }]),
  ['__proto__', JSON.parse('{"__proto__": {"field": "name"}}')],
]

export const inEvery = (what: Named[], places: typeof queryPlaces): Attack[] =>
  what.flatMap(([name, planted]) =>
    places.map(([place, at]) => ({
      name: `${name} in ${place}`,
      body: at(planted),
      field: 'body' as const,
    })),
  )

/** Attacks on the body, each in every place where it may be tried. */
export const bodyAttacks: readonly Attack[] = [
  ...inEvery(forbiddenQueries, queryPlaces),
  ...inEvery(forbiddenAggregations, aggregationPlaces),
  ...inEvery(group('documents'), documentPlaces),
  ...group('keys').map(([name, keys]) => ({
    name: `key ${name}`,
    body: { query: { match_all: {} }, ...keys },
    field: 'body' as const,
  })),
]
