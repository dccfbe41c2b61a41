import type { FindQuestion } from '../../../client/src/questions.js'
import type { Location } from '../../../client/src/types.js'
import organizations from '../../../config/questions/organizations.yml'
import relevance from '../../../config/questions/parts/relevance.yml'
import { filled } from './filled.js'

/**
 * The POST search of a question, by the file as shipped.
 * @param place The point that `near` is.
 */
export function searchOf(question: FindQuestion, place: Location | undefined): object {
  const { index, body, parameters, fields } = organizations
  const { sort = 'relevance', page = 1, size = 10 } = question
  const values = {
    ...question,
    ...(place && { near: place, radius: `${question.radius ?? parameters.radius.default}km` }),
    ...{ page: (page - 1) * size, size },
  }
  const order = filled(parameters.sort.choices[sort], values, {})
  return {
    index,
    body: {
      ...(filled(body, { ...values, sort: order }, { relevance }) as object),
      _source: fields,
    },
  }
}
