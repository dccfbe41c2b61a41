import type { SearchAnswer, SearchRequest } from '../../context.js'
import type { Values } from '../fill/compile.js'
import { type FilledSearch, fill, makeFilterReader } from '../fill/fill.js'
import type { SearchTemplate } from '../fill/search-template.js'
import { findTyped, type Typed } from '../parameters/understanding.js'
import {
  type Condition,
  type Counted,
  correctedHint,
  lessenedHint,
  makeHints,
  typosHint,
} from './hints.js'

/** A call of a template. */
interface Call {
  template: SearchTemplate
  values: Values
  /** Makes the search of some values, with its answer. */
  asked(values: Values): SearchRequest
  /** Makes a search of ours. */
  validated(search: FilledSearch): SearchRequest
}

/**
 * The search of a call, and those that follow where it finds nothing, one after the other: one that
 * counts why, one that finds similar words, one with these, one with some words missing, and one
 * with a single word.
 */
export function makeChain(call: Call): SearchRequest {
  const { template, values, asked, validated } = call
  const first = asked(values)
  return {
    ...first,
    followUp(found) {
      if (foundSome(found)) return undefined
      const conditions = findConditions(template, values)
      const isWord = conditions.length === 1 && conditions[0]!.word !== undefined
      if (conditions.length === 0 || isWord)
        return explained(call, first, found, conditions.map(uncounted))
      return {
        ...validated(countingSearch(template.index, conditions)),
        followUp: (counted) => explained(call, first, found, readCounts(conditions, counted)),
      }
    },
  }
}

const foundSome = ({ count, total }: SearchAnswer): boolean => count > 0 || (total?.value ?? 0) > 0

/** The one word of a search that found nothing. */
const uncounted = (one: Condition): Counted => ({ ...one, without: 0, alone: 0 })

/** What follows once it is known why the first search found nothing. */
function explained(
  call: Call,
  first: SearchRequest,
  found: SearchAnswer,
  counts: readonly Counted[],
): SearchRequest {
  const { template, values, asked, validated } = call
  const hints = () => makeHints(template, values, counts)
  const tolerant = withTypos(template, values, counts)
  const last = () => lessened(call, counts) ?? { ...first, known: found, hints }
  if (!tolerant) return last()
  const similar = (): SearchRequest => ({
    ...asked(tolerant),
    hints: () => typosHint(template, values, counts),
    followUp: (found) => (foundSome(found) ? undefined : last()),
  })
  return {
    ...validated(similarSearch(template, tolerant)),
    followUp(names) {
      const { name, value, text } = findTyped(template, tolerant)!
      const meant = text.correct(value, textsIn(names, text.similarFields))
      if (meant === undefined) return similar()
      return {
        ...asked(new Map(values).set(name, meant)),
        hints: () => correctedHint(template, values, counts, text.getWords(meant)),
        followUp: (found) => (foundSome(found) ? undefined : similar()),
      }
    },
  }
}

/** The search for one word of several, where no other step finds something. */
function lessened({ template, values, asked }: Call, counts: readonly Counted[]) {
  const typed = findTyped(template, values)
  if (!typed || counts.some(({ without }) => without > 0)) return undefined
  const words = counts.filter(({ word }) => word !== undefined)
  const less = typed.text.lessen(
    typed.value,
    words.map(({ alone }) => alone),
  )
  if (!less) return undefined
  const { name } = typed
  return {
    ...asked(new Map(values).set(name, less.value)),
    hints: (foundNothing: boolean) =>
      foundNothing ? makeHints(template, values, counts) : lessenedHint(name, less.word),
  }
}

/** How many names similar words are taken from. */
const mostNames = 50

/** The search for names that have similar words. */
function similarSearch(template: SearchTemplate, tolerant: Values): FilledSearch {
  const { index, body } = fill(template, new Map(tolerant).set('facets', []))
  const { query } = body
  const { similarFields } = findTyped(template, tolerant)!.text
  return {
    index,
    body: { query, size: mostNames, _source: similarFields, track_total_hits: false },
  }
}

function textsIn({ results }: SearchAnswer, fields: readonly string[]): string[] {
  const hits = JSON.parse(results.toString()) as Record<string, unknown>[]
  return hits.flatMap((hit) => fields.flatMap((field) => hit[field] ?? [])).map(String)
}

/** What must hold of the hits of a call. */
export function findConditions(template: SearchTemplate, values: Values): Condition[] {
  const filtersFrom = makeFilterReader(template, values)
  const filters = [...values.keys()].flatMap((parameter) =>
    filtersFrom([parameter]).map((query) => ({ parameter, query })),
  )
  return [...textConditions(findTyped(template, values)), ...filters]
}

function textConditions(call: Typed | undefined): Condition[] {
  if (!call) return []
  const { name: parameter, value, text } = call
  return text.findConditions(value).map((one) => ({ ...one, parameter }))
}

/**
 * The search that counts, for each condition, the hits there would be without it: as no hit has all
 * of them, those that have all but one lack this one.
 */
function countingSearch(index: string, conditions: readonly Condition[]): FilledSearch {
  const queries = conditions.map(({ query }) => query)
  const allButOne =
    queries.length === 1
      ? { match_all: {} }
      : { bool: { should: queries, minimum_should_match: queries.length - 1 } }
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
        alone: filters(queries.map((query, i) => [i, query])),
      },
    },
  }
}

const filters = (named: readonly unknown[][]) => ({
  filters: { filters: Object.fromEntries(named) },
})

type Buckets = { buckets?: Record<string, { doc_count?: number }> }

/** What `countingSearch` found. */
export function readCounts(conditions: readonly Condition[], found: SearchAnswer): Counted[] {
  const { without, alone } = JSON.parse(found.aggregations?.toString() ?? '{}') as {
    without?: { each?: Buckets }
    alone?: Buckets
  }
  return conditions.map((condition, i) => ({
    ...condition,
    without: without?.each?.buckets?.[i]?.doc_count ?? 0,
    alone: alone?.buckets?.[i]?.doc_count ?? 0,
  }))
}

/**
 * The values of a call whose words may have typos, where nothing has all of them as they are.
 * Undefined without a typed text, and where its words may have none.
 */
function withTypos(
  template: SearchTemplate,
  values: Values,
  counts: readonly Counted[],
): Values | undefined {
  const call = findTyped(template, values)
  if (!call) return undefined
  const words = counts.filter(({ word }) => word !== undefined)
  const isKnown = (at: number) => (words[at]?.alone ?? 0) > 0
  const tolerant = call.text.tolerate(call.value, isKnown)
  return tolerant === undefined ? undefined : new Map(values).set(call.name, tolerant)
}
