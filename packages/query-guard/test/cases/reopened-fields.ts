import { features } from '../../src/rule/rule.js'

/**
 * Bodies that reach a field which they do not name: a denied field too, where a field rule reads
 * names alone.
 */
export interface ReopenedField {
  name: string
  body: object
  /**
   * The word that is in the denied field `secret` alone, which the engine finds or shows by
   * this body.
   */
  isFound?: boolean
}

export const deniedField = 'secret'
export const deniedWord = 'hunter2'
/** Switched on for these bodies; `join`, `knn` and their kind need fields of their own. */
export const reopeningFeatures = features.filter(
  (name) => !['join', 'knn', 'rank_feature'].includes(name),
)

const all = { match_all: {} }
const query = (name: string, clause: object, isFound = false): ReopenedField => ({
  name,
  body: { query: clause },
  isFound,
})
const body = (name: string, keys: object, isFound = false): ReopenedField => ({
  name,
  body: { query: all, ...keys },
  isFound,
})

/** The forms in which a list of fields says nothing. */
const nothing: [string, unknown][] = [
  ['[]', []],
  ['null', null],
  ['an empty text', ''],
  ['[""]', ['']],
  ['[null]', [null]],
]
/** Clauses that search all fields where none is named; the engine takes `[]` for that. */
const texts = ['query_string', 'simple_query_string', 'multi_match']

/** Lists of fields that name none. Refused with field rules and without. */
export const namelessLists: readonly ReopenedField[] = [
  ...texts.flatMap((clause) =>
    nothing.map(([form, fields]) =>
      query(
        `${clause} of fields ${form}`,
        { [clause]: { query: deniedWord, fields } },
        form === '[]',
      ),
    ),
  ),
  query('query_string by a pattern', { query_string: { query: 'hunt*', fields: [] } }, true),
  query('simple_query_string in a filter', {
    bool: { filter: { simple_query_string: { query: deniedWord, fields: [] } } },
  }),
  ...nothing.slice(1, 3).map(([form, default_field]) =>
    query(`query_string of default_field ${form}`, {
      query_string: { query: deniedWord, default_field },
    }),
  ),
  ...nothing.flatMap(([form, fields]) => [
    query(`combined_fields of ${form}`, { combined_fields: { query: deniedWord, fields } }),
    query(`more_like_this of ${form}`, { more_like_this: { like: deniedWord, fields } }),
    body(`highlight.matched_fields of ${form}`, {
      highlight: { fields: { name: { matched_fields: fields } } },
    }),
    body(`fields of ${form}`, { fields }),
    body(`docvalue_fields of ${form}`, { docvalue_fields: fields }),
    body(`stored_fields of ${form}`, { stored_fields: fields }),
    body(`matrix_stats of ${form}`, { aggs: { x: { matrix_stats: { fields } } } }),
  ]),
  body('highlight of no field', { highlight: { fields: [] } }),
]

/** Meta-fields that show of a document what field rules keep. Refused with any field rule. */
export const metaFieldReferences: readonly ReopenedField[] = [
  body('stored_fields _source', { stored_fields: ['_source'] }, true),
  body(
    'stored_fields _source in top_hits',
    { aggs: { x: { top_hits: { stored_fields: ['_source'] } } } },
    true,
  ),
  body('stored_fields by a pattern', { stored_fields: ['_*'] }),
  body('fields _ignored', { fields: ['_ignored'] }),
  query('match _field_names', { match: { _field_names: deniedField } }, true),
  query('prefix _field_names', { prefix: { _field_names: 'secr' } }),
  query(
    'query_string by prefix',
    { query_string: { query: `_field_names:${deniedField}`, fields: ['name'] } },
    true,
  ),
  query(
    'multi_match on it',
    { multi_match: { query: deniedField, fields: ['_field_names'] } },
    true,
  ),
  query('multi_match by a pattern', { multi_match: { query: deniedField, fields: ['*_names'] } }),
  body('terms of _ignored', { aggs: { x: { terms: { field: '_ignored' } } } }),
  body('collapse on _ignored', { collapse: { field: '_ignored' } }),
]
