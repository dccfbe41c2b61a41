import { costed } from '../cost/query-classes.js'
import {
  either,
  field,
  integer,
  listOf,
  nullable,
  number,
  object,
  oneField,
  oneOrMore,
  optional,
  query,
  text,
  unsafe,
  word,
} from '../rule/builders.js'
import type { Rule } from '../rule/rule.js'
import { geoPoint } from './geo.js'
import { innerHits } from './hits.js'
import { distance } from './measures.js'
import { common, nullableCommon } from './texts.js'

/** A nearest-neighbour search with its vector given, as a query and as a key of the body. */
export const knn: Rule = costed(
  'neighbors',
  object(
    {
      field,
      query_vector: listOf(number(), 4096), // [E] dense_vector dims
      query_vector_builder: unsafe('lookup'),
      k: integer(1, 'size'),
      num_candidates: integer(1, 10_000), // [E] its maximum
      filter: oneOrMore(query, 'clauses'),
      similarity: number(),
      rescore_vector: object({ oversample: number(0, 10) }),
      inner_hits: innerHits,
      ...common,
    },
    { required: ['field', 'query_vector'], confinedAt: 'filter' },
  ),
)

const origin = either({ string: text(128), number: number(), array: geoPoint, object: geoPoint })
const span = either({ string: text(64), number: number(0) })

/** A decay function; the key next to its parameters is the field. */
const decay: Rule = oneField(
  object({ origin, scale: span, offset: span, decay: number(0, 1) }, { required: ['scale'] }),
  { multi_value_mode: word('min', 'max', 'avg', 'sum') },
)

const scoreFunctions: Record<string, Rule> = {
  weight: nullable(number(0)),
  gauss: nullable(decay),
  exp: nullable(decay),
  linear: nullable(decay),
  field_value_factor: nullable(
    object(
      {
        field,
        factor: number(),
        missing: number(),
        modifier: word(
          'none',
          'log',
          'log1p',
          'log2p',
          'ln',
          'ln1p',
          'ln2p',
          'square',
          'sqrt',
          'reciprocal',
        ),
      },
      { required: ['field'] },
    ),
  ),
  random_score: nullable(
    object({
      seed: nullable(either({ string: text(64), number: number() })),
      field: nullable(field),
    }),
  ),
  script_score: unsafe('script', 'is not allowed: use field_value_factor, gauss, exp or linear'),
}

/** Queries whose purpose is the score. */
export const scoringQueries: Record<string, Rule> = {
  knn: optional('knn', knn),
  function_score: costed(
    'function',
    object({
      query: nullable(query),
      ...scoreFunctions,
      functions: nullable(
        listOf(object({ filter: nullable(query), ...scoreFunctions }), 'filters'),
      ),
      score_mode: nullable(word('multiply', 'sum', 'avg', 'first', 'max', 'min')),
      boost_mode: nullable(word('multiply', 'replace', 'sum', 'avg', 'max', 'min')),
      max_boost: nullable(number()),
      min_score: nullable(number()),
      ...nullableCommon,
    }),
  ),
  distance_feature: costed(
    'function',
    object(
      { field, origin, pivot: either({ string: text(64), number: distance }), ...common },
      { required: ['field', 'origin', 'pivot'] },
    ),
  ),
  rank_feature: optional(
    'rank_feature',
    costed(
      'exact',
      object(
        {
          field,
          saturation: object({ pivot: number(0) }),
          log: object({ scaling_factor: number(0) }),
          sigmoid: object({ pivot: number(0), exponent: number(0) }),
          linear: object({}),
          ...common,
        },
        { required: ['field'] },
      ),
    ),
  ),
}
