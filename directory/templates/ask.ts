import { validationError } from '../../kit/api/errors.js'
import { limitsOf } from '../../packages/query-guard/src/index.js'
import type { SearchAnswer, SearchRequest } from '../../plugins/kit/context.js'
import { catalogOf, type SearchRulesParams } from '../../plugins/kit/rules/params.js'
import { validatorOf } from '../../plugins/kit/rules/validator.js'
import { strictRules } from './check-template.js'
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
import { hintsOf, typosHint } from './hints.js'
import type { SearchTemplate } from './search-template.js'
import { typedIn } from './understanding.js'

type AnswerOf = (values: Values) => NonNullable<SearchRequest['answer']>

/**
 * The function that makes the search of a call, validated by search rules, with its cost, and those
 * that follow where it finds nothing: one that counts why, and one that tolerates typos.
 * It throws an ApiError VALIDATION_ERROR for a page that the engine does not reach. A cost that has
 * grown beyond the limit with the register since the start is none: the operator has declared it.
 * @param answerOf Makes the answer of a call by its values.
 */
export function askerOf(
  template: SearchTemplate,
  rules: SearchRulesParams,
  catalog = catalogOf(rules),
): (values: Values, answerOf: AnswerOf) => SearchRequest {
  const unlimited = { ...strictRules(rules), maxCost: Number.MAX_SAFE_INTEGER }
  const validate = validatorOf(unlimited, catalog)
  const { window } = limitsOf(rules.limits)

  function validated(search: FilledSearch): SearchRequest {
    const result = validate(JSON.stringify(search))
    if ('search' in result) return { ...result.search, isDeclared: true }
    // cannot happen: the start has validated its extremes
    throw new Error(`search template "${template.name}": ${JSON.stringify(result.problems)}`)
  }

  return function askFor(values, answerOf) {
    checkWindow(values, window)
    const understood = typedIn(template, values)?.typed.understood
    const asked = (values: Values): SearchRequest => ({
      ...validated(fill(template, values)),
      ...{ understood, text: countedText(template, values), answer: answerOf(values) },
    })
    const first = asked(values)
    const told = (counts: readonly Counted[], found: SearchAnswer): SearchRequest => {
      const hints = () => hintsOf(template, values, counts)
      const tolerant = withTypos(template, values, counts)
      const unchanged = { ...first, known: found, hints }
      if (!tolerant) return unchanged
      return {
        ...asked(tolerant),
        hints: (foundNothing) => (foundNothing ? hints() : typosHint(template, values, counts)),
      }
    }
    const followUp = (found: SearchAnswer): SearchRequest | undefined => {
      if (found.count > 0 || found.total?.value) return undefined
      const conditions = conditionsOf(template, values)
      if (conditions.length < 2) return told(conditions.map(uncounted), found)
      return {
        ...validated(countingSearch(template.index, conditions)),
        followUp: (counted) => told(countsOf(conditions, counted), found),
      }
    }
    const { hint } = typedIn(template, values)?.typed.identifier ?? {}
    return { ...first, followUp, ...(hint !== undefined && { hints: () => [`q: ${hint}`] }) }
  }
}

/** The one condition of a search that found nothing. */
const uncounted = (one: Condition): Counted => ({
  ...{ ...one, without: 0 },
  ...(one.word !== undefined && { everywhere: 0 }),
})

/**
 * The typed text of a search, where its first page is asked for. Lists are left out: they suggest,
 * by the letters of a word that is being typed.
 */
function countedText(template: SearchTemplate, values: Values): string | undefined {
  const isFirst = (values.get('page') ?? 1) === 1
  return template.answer.kind === 'page' && isFirst
    ? typedIn(template, values)?.typed.text
    : undefined
}

/** @throws ApiError VALIDATION_ERROR for a page beyond the hits that an engine counts off. */
function checkWindow(values: Values, window: number): void {
  const [page, size] = [values.get('page'), values.get('size')]
  if (typeof page !== 'number' || typeof size !== 'number' || page * size <= window) return
  throw validationError({
    page: [
      `page times size must not exceed ${window}: narrow the search, or read on with ` +
        'search_after of the search',
    ],
  })
}
