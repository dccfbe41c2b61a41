import { costed } from '../cost/query-classes.js'
import {
  flag,
  integer,
  nullable,
  number,
  object,
  oneOrMore,
  optional,
  path,
  query,
  text,
  word,
} from '../rule/builders.js'
import type { Rule } from '../rule/rule.js'
import { innerHits } from './hits.js'
import { common, int32, minimumShouldMatch, nullableCommon } from './texts.js'

const clauses = oneOrMore(query, 'clauses')
const maybeClauses = nullable(clauses)

/** Queries that hold others. */
export const compoundQueries: Record<string, Rule> = {
  match_all: costed('exact', object(common)),
  match_none: costed('none', object(common)),
  bool: object({
    must: maybeClauses,
    filter: maybeClauses,
    should: maybeClauses,
    must_not: maybeClauses,
    minimum_should_match: nullable(minimumShouldMatch),
    adjust_pure_negative: flag,
    ...common,
  }),
  constant_score: object({ filter: query, ...common }, { required: ['filter'] }),
  dis_max: object(
    { queries: oneOrMore(query, 'clauses', 1), tie_breaker: number(0, 1), ...common },
    { required: ['queries'] },
  ),
  boosting: object(
    { positive: query, negative: query, negative_boost: number(0), ...nullableCommon },
    { required: ['positive', 'negative', 'negative_boost'] },
  ),
  nested: costed(
    'exact',
    object(
      {
        path,
        query,
        score_mode: nullable(word('none', 'avg', 'sum', 'max', 'min')),
        ignore_unmapped: nullable(flag),
        inner_hits: nullable(innerHits),
        ...nullableCommon,
      },
      { required: ['path', 'query'] },
    ),
  ),
}

const join = (keys: Record<string, Rule>, required: string[]): Rule =>
  optional(
    'join',
    costed('scan', object({ ...keys, ignore_unmapped: flag, ...common }, { required })),
  )

/** Queries about documents that are joined to the one that matches. */
export const relatedQueries: Record<string, Rule> = {
  has_child: join(
    {
      type: text(),
      query,
      score_mode: word('none', 'avg', 'sum', 'max', 'min'),
      min_children: integer(0, int32),
      max_children: integer(0, int32),
      inner_hits: innerHits,
    },
    ['type', 'query'],
  ),
  has_parent: join({ parent_type: text(), query, score: flag, inner_hits: innerHits }, [
    'parent_type',
    'query',
  ]),
  parent_id: join({ type: text(), id: text(512) }, ['type', 'id']),
}
