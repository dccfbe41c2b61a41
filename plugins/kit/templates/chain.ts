import { corrected } from '../../../directory/finding/correction.js'
import type { SearchAnswer, SearchRequest } from '../context.js'
import { type FilledSearch, fill } from './fill.js'
import {
  type Condition,
  type Counted,
  conditionsOf,
  countingSearch,
  countsOf,
  withTypos,
} from './follow-up.js'
import type { Values } from './fragment.js'
import { correctedHint, hintsOf, typosHint } from './hints.js'
import type { SearchTemplate } from './search-template.js'
import { typedIn } from './understanding.js'

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
 * counts why, one that finds similar words, one with these, and one with some words missing.
 */
export function chainOf(call: Call): SearchRequest {
  const { template, values, asked, validated } = call
  const first = asked(values)
  return {
    ...first,
    followUp(found) {
      if (foundSome(found)) return undefined
      const conditions = conditionsOf(template, values)
      if (conditions.length < 2) return explained(call, first, found, conditions.map(uncounted))
      return {
        ...validated(countingSearch(template.index, conditions)),
        followUp: (counted) => explained(call, first, found, countsOf(conditions, counted)),
      }
    },
  }
}

const foundSome = ({ count, total }: SearchAnswer): boolean => count > 0 || (total?.value ?? 0) > 0

/** The one condition of a search that found nothing. */
const uncounted = (one: Condition): Counted => ({
  ...{ ...one, without: 0 },
  ...(one.word !== undefined && { everywhere: 0 }),
})

/** What follows once it is known why the first search found nothing. */
function explained(
  call: Call,
  first: SearchRequest,
  found: SearchAnswer,
  counts: readonly Counted[],
): SearchRequest {
  const { template, values, asked, validated } = call
  const hints = () => hintsOf(template, values, counts)
  const tolerant = withTypos(template, values, counts)
  if (!tolerant) return { ...first, known: found, hints }
  const similar = (): SearchRequest => ({
    ...asked(tolerant),
    hints: (foundNothing) => (foundNothing ? hints() : typosHint(template, values, counts)),
  })
  return {
    ...validated(similarSearch(template, tolerant)),
    followUp(names) {
      const { name, typed, groups } = typedIn(template, tolerant)!
      const meant = corrected(typed, groups, textsIn(names))
      if (!meant) return similar()
      return {
        ...asked(new Map(values).set(name, meant)),
        hints: () => correctedHint(template, values, counts, meant),
        followUp: (found) => (foundSome(found) ? undefined : similar()),
      }
    },
  }
}

/** How many names similar words are taken from. */
const mostNames = 50
const named = ['name', 'alternate_names', 'city']

/** The search for names that have similar words. */
export function similarSearch(template: SearchTemplate, tolerant: Values): FilledSearch {
  const { index, body } = fill(template, new Map(tolerant).set('facets', []))
  const { query } = body
  return { index, body: { query, size: mostNames, _source: named, track_total_hits: false } }
}

function textsIn({ results }: SearchAnswer): string[] {
  const hits = JSON.parse(results.toString()) as Record<string, unknown>[]
  return hits.flatMap((hit) => named.flatMap((field) => hit[field] ?? [])).map(String)
}
