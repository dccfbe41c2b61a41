import { knownNames, normalizers } from './normalizers.js'
import { type JsonSchema, type TypeName, typeNames } from './parameter.js'

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

/** Keys that a parameter of any type may have. */
export const common: Readonly<Record<string, JsonSchema>> = {
  type: { enum: typeNames, description: 'Type of its values.' },
  description: text('Description for callers.'),
  example: { type: ['string', 'number', 'boolean'], description: 'Example for callers.' },
}
const optional: Readonly<Record<string, JsonSchema>> = {
  required: { type: 'boolean', description: 'Whether every call must send it.' },
  in: {
    enum: ['query', 'path'],
    description: 'path: the segment `:name` of the endpoint is its value.',
  },
}
const fallback: Readonly<Record<string, JsonSchema>> = {
  default: { type: ['string', 'number', 'boolean'], description: 'Default value.' },
}
const bounds: Readonly<Record<string, JsonSchema>> = {
  minimum: { type: 'number', description: 'Minimum value.' },
  maximum: { type: 'number', description: 'Maximum value.' },
  unit: {
    enum: ['m', 'km', 'mi', 'd'],
    description: 'Unit that is sent to the engine with the number.',
  },
}
const maxLength = integer(1, 1000, 'Maximum number of characters; default 100.')
const normalize: JsonSchema = {
  enum: Object.keys(normalizers),
  description: 'Form of the values in documents.',
}

/** Further keys of a parameter of each type. */
const ofType: Readonly<
  Record<TypeName, { keys: Readonly<Record<string, JsonSchema>>; needs?: string[] }>
> = {
  text: {
    keys: {
      ...optional,
      ...fallback,
      maxLength,
      maxWords: integer(1, 100, 'Maximum number of words; default 10.'),
      names: {
        enum: Object.keys(knownNames),
        description: 'Names of which a similar one is a hint where nothing is found.',
      },
    },
  },
  search: {
    keys: {
      ...optional,
      maxLength,
      maxWords: integer(1, 100, 'Maximum number of words; default 10.'),
      typing: {
        type: 'boolean',
        description: 'Whether the last word may be a beginning: someone is typing it.',
      },
      near: text('The parameter that gets the place which the text names, unless it is sent.'),
      radius: text('The parameter that gets the distance from it, unless it is sent.'),
    },
  },
  keyword: {
    keys: {
      ...optional,
      ...fallback,
      maxLength,
      enum: {
        type: 'array',
        items: { type: 'string', minLength: 1 },
        minItems: 1,
        uniqueItems: true,
        description: 'Allowed values.',
      },
      normalize,
    },
  },
  values: {
    keys: {
      required: optional.required!,
      maxLength,
      normalize,
      fields: {
        type: 'array',
        items: { type: 'string', pattern: fieldPattern },
        minItems: 1,
        uniqueItems: true,
        description: 'Fields of which one must have one of the values, as a whole.',
      },
      unknown: {
        type: 'boolean',
        description: 'Whether the value `unknown` finds those without a value of the first field.',
      },
    },
    needs: ['fields'],
  },
  integer: { keys: { ...optional, ...fallback, ...bounds }, needs: ['minimum', 'maximum'] },
  number: { keys: { ...optional, ...fallback, ...bounds }, needs: ['minimum', 'maximum'] },
  date: { keys: { ...optional, ...fallback } },
  time: { keys: { ...optional, ...fallback } },
  boolean: { keys: { ...optional, ...fallback } },
  place: { keys: { ...optional, ...fallback } },
  box: { keys: { ...optional, ...fallback } },
  choice: {
    keys: {
      ...optional,
      ...fallback,
      choices: {
        type: 'object',
        minProperties: 1,
        description: 'The part of the body for each of its values.',
      },
    },
    needs: ['choices'],
  },
  page: { keys: {} },
}

/** JSON Schema of a parameter of a type. */
export function parameterSchema(type: TypeName): JsonSchema {
  const { keys, needs = [] } = ofType[type]
  return {
    type: 'object',
    properties: { ...common, ...keys },
    required: ['type', 'description', ...needs],
    additionalProperties: false,
  }
}
