import { placeQueries } from '../../../directory/finding/query.js'
import { doubtfulOf, unitQueries } from '../../../directory/finding/similar.js'
import type { TypedText } from '../../../directory/finding/typed-text.js'
import type { SearchAnswer } from '../context.js'
import type { FilledSearch } from './fill.js'
import { filtersOf } from './filters.js'
import type { Values } from './fragment.js'
import type { SearchTemplate } from './search-template.js'
import { type Typed, typedIn } from './understanding.js'

/** What must hold of a hit, each by itself. */
export interface Condition {
  /** The parameter that it comes from. */
  parameter: string
  /** The typed word, where the parameter is a typed text. */
  word?: string
  /** The place in it, as typed. */
  place?: string
  query: object
}

/** How many organizations there are but for one condition, and of a word, anywhere. */
export interface Counted extends Condition {
  without: number
  /** Of a word. */
  everywhere?: number
}

/** What must hold of the hits of a call. */
export function conditionsOf(template: SearchTemplate, values: Values): Condition[] {
  const filtersFrom = filtersOf(template, values)
  const filters = [...values.keys()].flatMap((parameter) =>
    filtersFrom([parameter]).map((query) => ({ parameter, query })),
  )
  return [...textConditions(typedIn(template, values)), ...filters]
}

/** The words and the places of a text; none of a number, which is all or nothing. */
function textConditions(call: Typed | undefined): Condition[] {
  if (!call || call.typed.identifier) return []
  const { name: parameter, typed, groups } = call
  const words = unitQueries(typed, groups).map(([{ words }, query]) => {
    return { parameter, word: words.join(' '), query }
  })
  const places = placeQueries(typed, groups).map(([place, query]) => ({ parameter, place, query }))
  return [...words, ...places]
}

/**
 * The search that counts, for each condition, the hits there would be without it: as no hit has all
 * of them, those that have all but one lack this one.
 */
export function countingSearch(index: string, conditions: readonly Condition[]): FilledSearch {
  const queries = conditions.map(({ query }) => query)
  const allButOne = { bool: { should: queries, minimum_should_match: queries.length - 1 } }
  const words = conditions.flatMap(({ word, query }, i) => (word === undefined ? [] : [[i, query]]))
  return {
    index,
    body: {
      size: 0,
      track_total_hits: false,
      query: { match_all: {} },
      aggs: {
        without: {
          filter: allButOne,
          aggs: { each: filters(queries.map((query, i) => [i, { bool: { must_not: [query] } }])) },
        },
        ...(words.length > 0 && { everywhere: filters(words) }),
      },
    },
  }
}

const filters = (named: readonly unknown[][]) => ({
  filters: { filters: Object.fromEntries(named) },
})

type Buckets = { buckets?: Record<string, { doc_count?: number }> }

/** What `countingSearch` found. */
export function countsOf(conditions: readonly Condition[], found: SearchAnswer): Counted[] {
  const { without, everywhere } = JSON.parse(found.aggregations?.toString() ?? '{}') as {
    without?: { each?: Buckets }
    everywhere?: Buckets
  }
  return conditions.map((condition, i) => ({
    ...condition,
    without: without?.each?.buckets?.[i]?.doc_count ?? 0,
    ...(condition.word !== undefined && {
      everywhere: everywhere?.buckets?.[i]?.doc_count ?? 0,
    }),
  }))
}

/**
 * The values of a call whose words may have typos, where nothing has all of them as they are.
 * Undefined without a typed text, and where its words may have none.
 */
export function withTypos(
  template: SearchTemplate,
  values: Values,
  counts: readonly Counted[],
): Values | undefined {
  const call = typedIn(template, values)
  if (!call || call.typed.identifier) return undefined
  const { name, typed, groups } = call
  const words = counts.filter(({ word }) => word !== undefined)
  const doubtful = doubtfulOf(typed, groups, (at) => (words[at]?.everywhere ?? 0) > 0)
  if (doubtful.length === 0) return undefined
  return new Map(values).set(name, { ...typed, doubtful } satisfies TypedText)
}
