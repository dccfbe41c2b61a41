import { normalizers } from './normalizers.js'
import { type Schema, type TypeName, typeNames } from './parameter.js'

/** Names that callers see in a URL or in an answer. */
export const namePattern = '^[a-z][a-z0-9_]{0,63}$'
const fieldPattern = '^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*$'

const text = (description: string): Schema => ({ type: 'string', minLength: 1, description })
const whole = (minimum: number, maximum: number, description: string): Schema => ({
  type: 'integer',
  minimum,
  maximum,
  description,
})

const common: Readonly<Record<string, Schema>> = {
  type: { enum: typeNames, description: 'What its values are.' },
  description: text('What it is, for callers.'),
  example: { type: ['string', 'number', 'boolean'], description: 'A value, for callers.' },
}
const optional: Readonly<Record<string, Schema>> = {
  required: { type: 'boolean', description: 'Whether every call must send it.' },
  in: {
    enum: ['query', 'path'],
    description: 'path: the segment `:name` of the endpoint is its value.',
  },
}
const fallback: Readonly<Record<string, Schema>> = {
  default: { type: ['string', 'number', 'boolean'], description: 'Its value when none is sent.' },
}
const bounds: Readonly<Record<string, Schema>> = {
  minimum: { type: 'number', description: 'Its least value.' },
  maximum: { type: 'number', description: 'Its greatest value.' },
  unit: { enum: ['m', 'km', 'mi', 'd'], description: 'Unit that the engine gets with the number.' },
}
const maxLength = whole(1, 1000, 'Greatest number of characters; default 100.')

/** What a parameter of each type may hold, besides what all have. */
const ofType: Readonly<
  Record<TypeName, { keys: Readonly<Record<string, Schema>>; needs?: string[] }>
> = {
  text: {
    keys: {
      ...optional,
      ...fallback,
      maxLength,
      maxWords: whole(1, 100, 'Greatest number of words; default 10.'),
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
        description: 'All values that it may have.',
      },
      normalize: { enum: Object.keys(normalizers), description: 'Form that documents hold.' },
    },
  },
  integer: { keys: { ...optional, ...fallback, ...bounds }, needs: ['minimum', 'maximum'] },
  number: { keys: { ...optional, ...fallback, ...bounds }, needs: ['minimum', 'maximum'] },
  date: { keys: { ...optional, ...fallback } },
  boolean: { keys: { ...optional, ...fallback } },
  place: { keys: { ...optional, ...fallback } },
  choice: {
    keys: {
      ...optional,
      ...fallback,
      choices: {
        type: 'object',
        minProperties: 1,
        description: 'What stands in the body for each of its values.',
      },
    },
    needs: ['choices'],
  },
  page: { keys: {} },
}

/** JSON Schema of a parameter of a type. */
export function parameterSchema(type: TypeName): Schema {
  const { keys, needs = [] } = ofType[type]
  return {
    type: 'object',
    properties: { ...common, ...keys },
    required: ['type', 'description', ...needs],
    additionalProperties: false,
  }
}

/** JSON Schema of a question's file, except for what depends on the types of its parameters. */
export const questionSchema: Schema = {
  description: 'A question that callers may ask by a GET: docs/questions.md.',
  type: 'object',
  properties: {
    title: text('A line that names it, for callers.'),
    description: text('What it finds, for callers.'),
    index: text('Indices that it asks; no parameter changes them.'),
    parameters: {
      type: 'object',
      description: 'What callers may send, by name: a-z 0-9 and _.',
      additionalProperties: {
        type: 'object',
        properties: common,
        required: ['type', 'description'],
      },
    },
    body: { type: 'object', description: 'The search, with holes ($name) for the parameters.' },
    fields: {
      type: 'array',
      items: { type: 'string', pattern: fieldPattern },
      minItems: 1,
      uniqueItems: true,
      description: 'Fields of an organization that an answer holds; ?fields= may ask for fewer.',
    },
    facets: {
      type: 'object',
      minProperties: 1,
      additionalProperties: { type: 'object' },
      description: 'Aggregations that callers may ask for by ?facets=, by name.',
    },
    maxAge: whole(0, 86_400, 'Seconds for which a caller may keep an answer; default 0.'),
    one: { type: 'string', pattern: namePattern, description: 'Member of `data`: its first hit.' },
    list: { type: 'string', pattern: namePattern, description: 'Member of `data`: its hits.' },
    mcp: {
      type: 'object',
      description: 'Makes it a tool of the MCP endpoint: docs/mcp.md.',
      properties: {
        name: { type: 'string', pattern: namePattern, description: 'Name of the tool.' },
        maxBytes: whole(1024, 1_048_576, 'Greatest size of an answer; default 8192.'),
      },
      required: ['name'],
      additionalProperties: false,
    },
  },
  required: ['title', 'description', 'index', 'body', 'fields'],
  additionalProperties: false,
}

/** The whole schema, for editors. */
export const editorSchema: Schema = {
  ...questionSchema,
  properties: {
    ...(questionSchema.properties as Schema),
    parameters: {
      ...((questionSchema.properties as Schema).parameters as Schema),
      additionalProperties: {
        allOf: typeNames.map((type) => ({
          if: { properties: { type: { const: type } }, required: ['type'] },
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
          then: parameterSchema(type),
        })),
        required: ['type', 'description'],
      },
    },
  },
}
