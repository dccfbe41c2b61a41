import { casesIn } from '../../../../support/cases.js'
import { nameQuery } from '../../../../support/relevance/name-query.js'

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

const query = { match_all: {} }

/** What each kind of case is in a body. */
const made: Record<string, (name: string, what: object) => Legitimate> = {
  query: (name, clause) => ({ name: `query ${name}`, body: { query: clause } }),
  body: (name, keys) => ({ name, body: { query, ...keys } }),
  aggregation: (name, x) => ({
    name: `aggregation ${name}`,
    body: { query, size: 0, aggs: { x } },
  }),
}

/** Those that are computed. */
const computed: Record<string, object> = {
  'a name as it is typed': nameQuery('croce rosa ital'),
  'terms, many': { terms: { tax_code: Array.from({ length: 2000 }, (_, i) => `IT${i}`) } },
  'match a long text': { match: { description: 'assistance to people '.repeat(100) } },
  'two hundred clauses': {
    bool: { should: Array.from({ length: 200 }, (_, i) => ({ term: { tax_code: `${i}` } })) },
  },
}

const { shared: _, ...groups } = casesIn<Record<string, Record<string, object>>>(
  __dirname,
  'legitimate.yml',
)
export const legitimate: readonly Legitimate[] = [
  ['query', computed] as const,
  ...Object.entries(groups),
].flatMap(([group, cases]) =>
  Object.entries(cases).map(([name, what]) => ({
    ...made[group.split(' ')[0]!]!(name, what),
    ...(group.endsWith('of the map') && { index: 'map-serp*' }),
    ...(group.endsWith('of a module') && { lacks: 'module' as const }),
  })),
)

/** A body as the engine gets it, but for what the rules add: without the names of clauses. */
export const asSent = (body: object): object =>
  JSON.parse(JSON.stringify(body), (key, value) => (key === '_name' ? undefined : value))
