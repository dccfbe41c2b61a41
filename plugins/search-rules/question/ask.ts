import { validationError } from '../../../kit/api/errors.js'
import type { SearchRequest } from '../../kit/context.js'
import { catalogOf, type SearchRulesParams } from '../grammar/settings.js'
import { limitsOf } from '../rule/limits.js'
import { validatorOf } from '../validate/request.js'
import { strictRules } from './check-question.js'
import { fill } from './fill.js'
import type { Values } from './fragment.js'
import type { Question } from './question.js'

/** A call of a question. */
export interface QuestionCall {
  /** Its search, as callers send it to the free search. */
  text: string
  /** Its search, validated and priced. */
  validated(): SearchRequest
}

/**
 * The function that asks a question under search rules.
 * It throws an ApiError VALIDATION_ERROR for a page that the engine does not reach.
 */
export function askerOf(
  question: Question,
  rules: SearchRulesParams,
): (values: Values) => QuestionCall {
  const validate = validatorOf(strictRules(rules), catalogOf(rules))
  const { window } = limitsOf(rules.limits)
  return function askFor(values) {
    checkWindow(values, window)
    const text = JSON.stringify(fill(question, values))
    const validated = () => {
      const result = validate(text)
      if ('search' in result) return { ...result.search, isDeclared: true }
      // cannot happen: the start has validated its extremes
      throw new Error(`question "${question.name}": ${JSON.stringify(result.problems)}`)
    }
    return { text, validated }
  }
}

/** @throws ApiError VALIDATION_ERROR for a page beyond the hits that an engine counts off. */
function checkWindow(values: Values, window: number): void {
  const [page, size] = [values.get('page'), values.get('size')]
  if (typeof page !== 'number' || typeof size !== 'number' || page * size <= window) return
  throw validationError({
    page: [
      `page times size must not exceed ${window}: narrow the question, or read on with ` +
        'search_after of the search',
    ],
  })
}
