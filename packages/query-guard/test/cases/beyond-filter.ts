import { type Attack, inEvery } from './attacks.js'
import { aggregationPlaces, documentPlaces, queryPlaces } from './places.js'

/**
 * Bodies that would reach documents beyond the filter of a plan, or show the filter, each in every
 * place: refused whatever the rules have switched on.
 */

const all = { match_all: {} }

const emptyBuckets = [0, '0', ' 0 ', '0e5', '-0', '.0'].flatMap(
  (min_doc_count): [string, object][] => [
    [`terms from ${min_doc_count}`, { terms: { field: 'region', min_doc_count } }],
    [
      `multi_terms from ${min_doc_count}`,
      { multi_terms: { terms: [{ field: 'region' }, { field: 'city' }], min_doc_count } },
    ],
    [
      `significant_terms from ${min_doc_count}`,
      { significant_terms: { field: 'region', min_doc_count } },
    ],
  ],
)

const joins: [string, object][] = [
  ['has_child', { has_child: { type: 'x', query: all } }],
  ['has_child with inner_hits', { has_child: { type: 'x', query: all, inner_hits: {} } }],
  ['has_parent', { has_parent: { parent_type: 'x', query: all } }],
  ['parent_id', { parent_id: { type: 'x', id: '1' } }],
]

const keys: [string, object][] = [
  ['suggest', { suggest: { x: { text: 'a', term: { field: 'name' } } } }],
  ['completion', { suggest: { x: { prefix: 'a', completion: { field: 'suggest' } } } }],
  ['profile', { profile: true }],
  ['pit', { pit: { id: 'x' } }],
  ['retriever', { retriever: { standard: { query: all } } }],
  ['runtime_mappings', { runtime_mappings: { region: { type: 'keyword' } } }],
]

export const beyondFilter: readonly Attack[] = [
  ...inEvery(joins, queryPlaces),
  ...inEvery([['global', { global: {} }], ...emptyBuckets], aggregationPlaces),
  ...inEvery([['explain', { explain: true }]], documentPlaces),
  ...keys.map(([name, key]) => ({ name, body: { query: all, ...key } })),
]
