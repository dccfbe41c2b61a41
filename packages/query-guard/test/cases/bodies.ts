import { casesIn } from '../../../../test/support/cases.js'

const query = { match_all: {} }

/** A body of each kind that the tables have: a clause, keys of a body, an aggregation. */
const made: Record<string, (what: object) => object> = {
  query: (clause) => ({ query: clause }),
  body: (keys) => ({ query, ...keys }),
  aggregation: (x) => ({ query, size: 0, aggs: { x } }),
}

/** Of a group such as `query` or `body of a module`. */
export const bodyOf = (group: string, what: object): object => made[group.split(' ')[0]!]!(what)

/** The groups of a table, each with its cases by name. */
export const groupsIn = (file: string): [group: string, cases: [name: string, what: object][]][] =>
  Object.entries(
    casesIn<Record<string, Record<string, object>>>('packages/query-guard/test/cases', file),
  )
    .filter(([group]) => group !== 'shared')
    .map(([group, cases]) => [group, Object.entries(cases)])
