import Joi from 'joi'
import { validationError } from '../../kit/api/errors.js'
import { closest } from '../../kit/config/suggest.js'
import { looksLikeCredential } from '../../kit/log/redact.js'
import type { FieldCheck } from './route.js'

/** Texts that name the field and the fix, and never the value. */
const messages: Record<string, string> = {
  'any.required': '{#label} is required',
  'any.only': '{#label} must be one of the values in the documentation',
  'string.base': '{#label} must be a string',
  'string.empty': '{#label} must not be empty',
  'string.trim': '{#label} must not begin or end with white space',
  'string.email': '{#label} must be an e-mail address, such as name@example.org',
  'string.min': '{#label} must have at least {#limit} characters',
  'string.max': '{#label} must have at most {#limit} characters',
  'string.isoDate': '{#label} must be a time with its zone, such as 2030-01-31T00:00:00.000Z',
  'string.pattern.name': '{#label} must be {#name}',
  'object.base': '{#label} must be an object',
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

/**
 * The fields of a body or a query: nothing is converted, nothing unknown passes, all mistakes are
 * reported at once.
 */
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
  const { checked, mistakes } = findMistakes(schema, value)
  refuse(mistakes)
  return checked
}

/**
 * As `checkFields`, with one more check of a field.
 * @throws ApiError VALIDATION_ERROR, and those of the check.
 */
export async function checkBody(
  { schema, check }: { schema: Joi.ObjectSchema; check?: FieldCheck },
  value: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const { checked, mistakes } = findMistakes(schema, value)
  if (check && !mistakes.has(check.field)) {
    const mistake = await check.findMistake(value)
    if (mistake !== undefined) mistakes.set(check.field, new Set([mistake]))
  }
  refuse(mistakes)
  return checked
}

/** Field → texts. A map, because a caller may name a field like a property of every object. */
type Mistakes = Map<string, Set<string>>

/** @throws ApiError VALIDATION_ERROR. */
function refuse(mistakes: Mistakes): void {
  if (mistakes.size === 0) return
  throw validationError(
    Object.fromEntries([...mistakes].map(([name, texts]) => [name, [...texts]])),
  )
}

function findMistakes<T>(
  schema: Joi.ObjectSchema<T>,
  value: unknown,
): { checked: T; mistakes: Mistakes } {
  const { error, value: checked } = schema.validate(value)
  const mistakes: Mistakes = new Map()
  // Joi ignores an own __proto__, which is not the name of any of our fields
  if (Object.hasOwn(value as object, '__proto__'))
    throw validationError({ body: [`body ${unknownField(schema)}`] })
  for (const { path, type, message } of error?.details ?? []) {
    const name = fieldName(path[0])
    const text =
      type === 'object.unknown'
        ? path.length > 1
          ? `${name} has an unknown member`
          : `${name} ${unknownField(schema, name)}`
        : type === 'object.missing'
          ? noField
          : message
    mistakes.set(name, (mistakes.get(name) ?? new Set()).add(text))
  }
  return { checked: checked as T, mistakes }
}

const noField = 'Send at least one field'

/** @param name The name to show; without one, no suggestion is possible. */
function unknownField(schema: Joi.ObjectSchema, name = unnamed): string {
  const known = Object.keys(schema.describe().keys)
  const meant = name === unnamed ? undefined : closest(name, known)
  const begin = 'is not a field of this request'
  if (meant === undefined) return `${begin}; the fields are ${known.join(', ')}`
  return `${begin}; did you mean ${meant}? The fields are ${known.join(', ')}`
}

/** Replaces a name that is not shown. */
const unnamed = 'body'

/** An unknown field's name comes from the caller: it is shown only if it is a plain one. */
export function fieldName(name: string | number | undefined): string {
  const isPlain =
    typeof name === 'string' && /^[A-Za-z][\w-]{0,31}$/.test(name) && !looksLikeCredential(name)
  return isPlain ? name : unnamed
}
