import { fixedCost } from '../cost/costs.js'
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
import { filtering } from './scoring.js'
import { common, int32, minimumShouldMatch } from './texts.js'

const clauses = oneOrMore(query, 'clauses')
const maybeClauses = nullable(clauses)

/** Queries that hold others. */
export const compoundQueries: Record<string, Rule> = {
  match_all: fixedCost(1, object(common)),
  match_none: fixedCost(0, object(common)),
  bool: object(
    {
      must: maybeClauses,
      filter: maybeClauses,
      should: maybeClauses,
      must_not: maybeClauses,
      minimum_should_match: minimumShouldMatch,
      adjust_pure_negative: flag,
      ...common,
    },
    { inside: filtering },
  ),
  constant_score: object({ filter: query, ...common }, { required: ['filter'], inside: filtering }),
  dis_max: object(
    { queries: oneOrMore(query, 'clauses', 1), tie_breaker: number(0, 1), ...common },
    { required: ['queries'] },
  ),
  boosting: object(
    { positive: query, negative: query, negative_boost: number(0), ...common },
    { required: ['positive', 'negative', 'negative_boost'] },
  ),
  nested: fixedCost(
    1,
    object(
      {
        path,
        query,
        score_mode: nullable(word('none', 'avg', 'sum', 'max', 'min')),
        ignore_unmapped: nullable(flag),
        inner_hits: nullable(innerHits),
        ...common,
      },
      { required: ['path', 'query'] },
    ),
  ),
}

const join = (keys: Record<string, Rule>, required: string[]): Rule =>
  optional(
    'join',
    fixedCost(5, object({ ...keys, ignore_unmapped: flag, ...common }, { required })),
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
