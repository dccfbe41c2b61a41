import type { JsonSchema } from './parameter.js'

/** A text that is not empty. */
export const text = (description: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  description,
})
/** An integer within bounds. */
export const integer = (minimum: number, maximum: number, description: string): JsonSchema => ({
  type: 'integer',
  minimum,
  maximum,
  description,
})

/** Names of fields. */
export const fieldPattern = '^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*$'

/** Keys of a parameter that callers may leave out. */
export const optional: Readonly<Record<string, JsonSchema>> = {
  required: { type: 'boolean', description: 'Whether every call must send it.' },
  in: {
    enum: ['query', 'path'],
    description: 'path: the segment `:name` of the endpoint is its value.',
  },
}

/** The key of a value for calls that do not send one. */
export const fallback: Readonly<Record<string, JsonSchema>> = {
  default: { type: ['string', 'number', 'boolean'], description: 'Default value.' },
}

/** Keys of a number. */
export const bounds: Readonly<Record<string, JsonSchema>> = {
  minimum: { type: 'number', description: 'Minimum value.' },
  maximum: { type: 'number', description: 'Maximum value.' },
  unit: {
    enum: ['m', 'km', 'mi', 'd'],
    description: 'Unit that is sent to the engine with the number.',
  },
}

export const maxLength = integer(1, 1000, 'Maximum number of characters; default 100.')
export const maxWords = integer(1, 100, 'Maximum number of words; default 10.')

/** A list of at least one text, each once. */
export const texts = (items: JsonSchema, description: string): JsonSchema => ({
  ...{ type: 'array', items, minItems: 1, uniqueItems: true },
  description,
})
