import { words } from '../../../../test/support/cases.js'
import { bodyOf, groupsIn } from './bodies.js'

/**
 * Bodies that a caller of a directory may well send (legitimate.yml). Each was answered with 200 by
 * a real Elasticsearch 9.5.3 (test:engine asks it again); `lacks` names the module that a node made
 * of the core jars alone does not have.
 */
export interface Legitimate {
  name: string
  body: object
  index?: string
  lacks?: 'module'
}

const typed = 'croce rosa ital'

/** Those that are computed. */
const computed: Record<string, object> = {
  // the first query of docs/queries.md
  'a name as it is typed': {
    bool: {
      must: {
        match: {
          'name.prefix': {
            ...{ query: typed, fuzziness: 'AUTO', prefix_length: 1 },
            minimum_should_match: '2<75%',
          },
        },
      },
      should: [
        { match: { name: { query: typed, boost: 2 } } },
        { match: { 'name.stem': { query: typed, boost: 2 } } },
        { match: { 'name.prefix': typed } },
      ],
    },
  },
  'terms, many': { terms: { tax_code: Array.from({ length: 2000 }, (_, i) => `IT${i}`) } },
  'match a long text': { match: { description: 'assistance to people '.repeat(100) } },
  'two hundred clauses': {
    bool: { should: Array.from({ length: 200 }, (_, i) => ({ term: { tax_code: `${i}` } })) },
  },
}

const founded = { field: 'founded_year' }
const metrics = words(
  'min max avg sum stats extended_stats value_count cardinality percentiles median_absolute_deviation',
).map((name) => [name, { [name]: founded }] as const)

const years = { date_histogram: { field: 'created', calendar_interval: 'year' } }
const revenues = { ...years, aggs: { s: { sum: { field: 'revenue' } } } }
/** Aggregations of the buckets beside them. */
const ofBuckets = words('avg max min sum stats extended_stats percentiles').map((name) => {
  const p = { [`${name}_bucket`]: { buckets_path: 'years>s' } }
  return [`aggregation ${name}_bucket`, { size: 0, aggs: { years: revenues, p } }] as const
})

export const legitimate: readonly Legitimate[] = [
  ['query', Object.entries(computed)] as const,
  ['aggregation', metrics] as const,
  ['body', ofBuckets] as const,
  ...groupsIn('legitimate.yml'),
].flatMap(([group, cases]) =>
  cases.map(([name, what]) => ({
    name: group.startsWith('body') ? name : `${group.split(' ')[0]} ${name}`,
    body: bodyOf(group, what),
    ...(group.endsWith('of the map') && { index: 'map-serp*' }),
    ...(group.endsWith('of a module') && { lacks: 'module' as const }),
  })),
)

/** A body as the engine gets it, but for what the rules add: without the names of clauses. */
export const asSent = (body: object): object =>
  JSON.parse(JSON.stringify(body), (key, value) => (key === '_name' ? undefined : value))
