import Joi from 'joi'
import { validationError } from '../../kit/errors.js'

/** Texts that name the field and the remedy, and never the value. */
const messages: Record<string, string> = {
  'any.required': '{#label} is required',
  'any.only': '{#label} must be one of the values in the documentation',
  'string.base': '{#label} must be a string',
  'string.empty': '{#label} must not be empty',
  'string.trim': '{#label} must not begin or end with white space',
  'string.email': '{#label} must be an e-mail address, such as name@example.org',
  'string.min': '{#label} must have at least {#limit} characters',
  'string.max': '{#label} must have at most {#limit} characters',
  'string.isoDate': '{#label} must be an ISO 8601 date, such as 2030-01-31T00:00:00.000Z',
  'string.pattern.name': '{#label} must be {#name}',
  'number.base': '{#label} must be an integer',
  'number.integer': '{#label} must be an integer',
  'number.unsafe': '{#label} must be an integer',
  'number.min': '{#label} must be at least {#limit}',
  'number.max': '{#label} must be at most {#limit}',
  'array.base': '{#label} must be an array of strings',
  'array.min': '{#label} must not be empty',
  'array.max': '{#label} must have at most {#limit} items',
  'array.unique': '{#label} must not repeat an item',
}

/** The fields of a body or a query: nothing is converted, nothing unknown passes, all mistakes are told at once. */
export function fields<T>(keys: Joi.PartialSchemaMap<T>): Joi.ObjectSchema<T> {
  // as a preference of the schema the texts are compiled once, not at every check
  return Joi.object<T>(keys).prefs({
    convert: false,
    abortEarly: false,
    messages,
    errors: { wrap: { label: false } },
  })
}

/**
 * Checks a value against its fields.
 * @throws ApiError VALIDATION_ERROR.
 */
export function checkFields<T>(schema: Joi.ObjectSchema<T>, value: unknown): T {
  const { error, value: checked } = schema.validate(value)
  // Joi passes over an own __proto__, which no field of ours is called
  if (Object.hasOwn(value as object, '__proto__')) throw validationError({ body: [`body ${unknownField(schema)}`] })
  if (!error) return checked
  // a map, because a caller may call a field as a property of every object is called
  const mistakes = new Map<string, string[]>()
  for (const { path, type, message } of error.details) {
    const name = fieldName(path[0])
    const text =
      type === 'object.unknown' ? `${name} ${unknownField(schema)}` : type === 'object.missing' ? noField : message
    mistakes.set(name, [...(mistakes.get(name) ?? []), text])
  }
  throw validationError(Object.fromEntries(mistakes))
}

const noField = 'Send at least one field'

function unknownField(schema: Joi.ObjectSchema): string {
  const known = Object.keys(schema.describe().keys).join(', ')
  return `is not a field of this request; the fields are ${known}`
}

/** An unknown field's name came from the caller: it is told only when it is a plain one. */
function fieldName(name: string | number | undefined): string {
  return typeof name === 'string' && /^[A-Za-z][A-Za-z0-9]{0,31}$/.test(name) ? name : 'body'
}

/** Counts letters as Unicode code points, so that nobody is short of one by its encoding. */
function text(least: number, most: number): Joi.StringSchema {
  return Joi.string().custom((value: string, helpers) => {
    const length = [...value].length
    if (length < least) return helpers.error('string.min', { limit: least })
    if (length > most) return helpers.error('string.max', { limit: most })
    return /\p{Cs}/u.test(value) ? helpers.error('string.pattern.name', { name: 'well-formed Unicode' }) : value
  })
}

/** At most 254 bytes (RFC 5321 section 4.5.3.1.3 less the brackets). */
export const email = Joi.string().email({ tlds: false }).max(254, 'utf8')

export function isEmail(value: string): boolean {
  return email.validate(value).error === undefined
}

/** A password as typed at a login: no policy, only a bound on the work. */
export const typedPassword = text(1, 1024)
export const refreshToken = Joi.string().max(4096)
/** A name for people to read: no control characters, which could forge lines where it is printed. */
export const displayName = text(1, 100)
  .trim()
  .pattern(/^\P{Cc}*$/u, 'free of control characters')
export const scopes = Joi.array().items(Joi.string().max(64)).min(1).max(64).unique()
export const wholeNumber = Joi.number().integer()
/** How long a rotated key goes on, at most 7 days (DESIGN 3). */
export const graceSeconds = wholeNumber.min(0).max(604_800).default(0)
export const isoDate = Joi.string().isoDate().max(40)
export const sha256Hex = Joi.string().pattern(/^[0-9a-f]{64}$/, 'a SHA-256 in hex')

/** Which part of a list is asked for: `page` and `pageSize`, or `limit` and `offset`. */
export interface Slice {
  limit: number
  offset: number
}

const digits = Joi.string().pattern(/^\d{1,9}$/, 'a whole number')
const sliceSchema = fields<Record<string, string>>({ page: digits, pageSize: digits, limit: digits, offset: digits })

/** @throws ApiError VALIDATION_ERROR. */
export function sliceOf(query: URLSearchParams): Slice {
  const names = [...query.keys()]
  const repeated = names.find((name, i) => names.indexOf(name) !== i)
  if (repeated !== undefined) throw validationError({ [fieldName(repeated)]: ['Send each query parameter once'] })
  const given = checkFields(sliceSchema, Object.fromEntries(query))
  if ((given.page ?? given.pageSize) !== undefined && (given.limit ?? given.offset) !== undefined) {
    throw validationError({ page: ['Send page and pageSize, or limit and offset, not both'] })
  }
  const limit = Number(given.pageSize ?? given.limit ?? 100)
  const page = Number(given.page ?? 1)
  const named = given.pageSize === undefined ? 'limit' : 'pageSize'
  if (limit < 1 || limit > 1000) throw validationError({ [named]: [`${named} must be between 1 and 1000`] })
  if (page < 1) throw validationError({ page: ['page must be at least 1'] })
  return { limit, offset: given.offset === undefined ? (page - 1) * limit : Number(given.offset) }
}
