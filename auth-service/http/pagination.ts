import Joi from 'joi'
import { validationError } from '../../kit/api/errors.js'
import { checkFields, fieldName, fields } from './check.js'

/** The requested part of a list: `page` and `pageSize`, or `limit` and `offset`. */
export interface Page {
  limit: number
  offset: number
}

const digits = Joi.string().pattern(/^(0|[1-9]\d{0,8})$/, 'a whole number')
const sliceSchema = fields<Record<string, string>>({
  page: digits,
  pageSize: digits,
  limit: digits,
  offset: digits,
})

/** @throws ApiError VALIDATION_ERROR. */
export function pageOf(query: URLSearchParams): Page {
  const names = [...query.keys()]
  const repeated = names.find((name, i) => names.indexOf(name) !== i)
  if (repeated !== undefined)
    throw validationError({ [fieldName(repeated)]: ['Send each query parameter once'] })
  const given = checkFields(sliceSchema, Object.fromEntries(query))
  if ((given.page ?? given.pageSize) !== undefined && (given.limit ?? given.offset) !== undefined) {
    throw validationError({ page: ['Send page and pageSize, or limit and offset, not both'] })
  }
  const limit = Number(given.pageSize ?? given.limit ?? 100)
  const page = Number(given.page ?? 1)
  const named = given.pageSize === undefined ? 'limit' : 'pageSize'
  if (limit < 1 || limit > 1000)
    throw validationError({ [named]: [`${named} must be between 1 and 1000`] })
  if (page < 1) throw validationError({ page: ['page must be at least 1'] })
  return { limit, offset: given.offset === undefined ? (page - 1) * limit : Number(given.offset) }
}
