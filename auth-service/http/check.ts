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
export function fieldName(name: string | number | undefined): string {
  return typeof name === 'string' && /^[A-Za-z][A-Za-z0-9]{0,31}$/.test(name) ? name : 'body'
}
