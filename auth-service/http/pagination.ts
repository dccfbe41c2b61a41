import Joi from 'joi'
import { validationError } from '../../kit/api/errors.js'
import { checkFields, fieldName, fields } from './check.js'

/** The requested part of a list: `page` and `pageSize`, or `limit` and `offset`. */
export interface Page {
  limit: number
  offset: number
}

/** A whole number in a query. */
export const digits = Joi.string().pattern(/^(0|[1-9]\d{0,8})$/, 'a whole number')
const sliceSchema = fields<Record<string, string>>({
  page: digits,
  pageSize: digits,
  limit: digits,
  offset: digits,
})

/** The parameters of a query, checked. @throws ApiError VALIDATION_ERROR. */
export function checkedQuery<T>(schema: Joi.ObjectSchema<T>, query: URLSearchParams): T {
  const names = [...query.keys()]
  const repeated = names.find((name, i) => names.indexOf(name) !== i)
  if (repeated !== undefined)
    throw validationError({ [fieldName(repeated)]: ['Send each query parameter once'] })
  return checkFields(schema, Object.fromEntries(query))
}

/** @throws ApiError VALIDATION_ERROR. */
export function parsePage(query: URLSearchParams): Page {
  const given = checkedQuery(sliceSchema, query)
  if ((given.page ?? given.pageSize) !== undefined && (given.limit ?? given.offset) !== undefined) {
    throw validationError({ page: ['Send page and pageSize, or limit and offset, not both'] })
  }
  const named = given.pageSize === undefined ? 'limit' : 'pageSize'
  const slice = numberedPage(given.page, given.pageSize ?? given.limit, named)
  return given.offset === undefined ? slice : { ...slice, offset: Number(given.offset) }
}

/**
 * A page by its number and size, as sent; by default the first 100.
 * @param named The parameter of the size. @throws ApiError VALIDATION_ERROR.
 */
export function numberedPage(
  page: string | undefined,
  size: string | undefined,
  named: string,
): Page {
  const limit = Number(size ?? 100)
  const number = Number(page ?? 1)
  if (limit < 1 || limit > 1000)
    throw validationError({ [named]: [`${named} must be between 1 and 1000`] })
  if (number < 1) throw validationError({ page: ['page must be at least 1'] })
  return { limit, offset: (number - 1) * limit }
}
