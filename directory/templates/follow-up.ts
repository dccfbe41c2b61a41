import { isObject } from '../../kit/config/objects.js'
import type { SearchAnswer } from '../../plugins/kit/context.js'
import { placeQueries } from '../finding/query.js'
import { doubtfulOf, unitQueries } from '../finding/similar.js'
import type { TypedText } from '../finding/typed-text.js'
import { type FilledSearch, fill } from './fill.js'
import type { Values } from './fragment.js'
import { isAlwaysGiven } from './parameter.js'
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
  return [...textConditions(typedIn(template, values)), ...filtersOf(template, values)]
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

/** The filters of a body that optional parameters bring along. */
function filtersOf(template: SearchTemplate, values: Values): Condition[] {
  const isAlways = (name: string) => {
    const parameter = template.parameters.get(name)
    return parameter !== undefined && isAlwaysGiven(parameter)
  }
  const filtersWith = (chosen?: string) =>
    filtersIn(
      fill(template, new Map([...values].filter(([name]) => name === chosen || isAlways(name)))),
    )
  const always = new Set(filtersWith().map((query) => JSON.stringify(query)))
  return [...values.keys()]
    .filter((name) => !isAlways(name))
    .flatMap((parameter) =>
      filtersWith(parameter)
        .filter((query) => !always.has(JSON.stringify(query)))
        .map((query) => ({ parameter, query })),
    )
}

function filtersIn({ body }: FilledSearch): object[] {
  const { bool } = isObject(body.query) ? body.query : {}
  const { filter } = isObject(bool) ? bool : {}
  return (Array.isArray(filter) ? filter : []).filter(isObject)
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
