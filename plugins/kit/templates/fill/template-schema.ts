import { vocabulary } from '../../vocabulary.js'
import { common, kindNames, parameterSchema } from '../parameters/kinds.js'
import type { JsonSchema } from '../parameters/parameter.js'
import { fieldPattern, integer, text } from '../parameters/parameter-schema.js'

/** Names that callers see in a URL or in an answer. */
export const namePattern = '^[a-z][a-z0-9_]{0,63}$'

/** JSON Schema of the file of a search template, except for what depends on the types of its parameters. */
export const makeTemplateSchema = (): JsonSchema => ({
  description: 'A declared search that callers call by a GET: docs/search-templates.md.',
  type: 'object',
  properties: {
    title: text('Title for callers.'),
    description: text('Description for callers.'),
    index: text('Indices that it searches; no parameter changes them.'),
    parameters: {
      type: 'object',
      description: 'Parameters by name: a-z 0-9 and _.',
      additionalProperties: {
        type: 'object',
        properties: common(),
        required: ['type', 'description'],
      },
    },
    body: {
      type: 'object',
      description: 'The search, with placeholders ($name) for the parameters.',
    },
    fields: {
      type: 'array',
      items: { type: 'string', pattern: fieldPattern },
      minItems: 1,
      uniqueItems: true,
      description: 'Fields of a hit in an answer; ?fields= selects some of them.',
    },
    facets: {
      type: 'object',
      minProperties: 1,
      additionalProperties: { type: 'object' },
      description:
        'Aggregations by name, which callers select by ?facets=. One with $without counts as if ' +
        'these parameters were not sent.',
    },
    maxAge: integer(0, 86_400, 'Seconds that clients may cache an answer; default 0.'),
    one: { type: 'string', pattern: namePattern, description: 'Member of `data`: its first hit.' },
    list: { type: 'string', pattern: namePattern, description: 'Member of `data`: its hits.' },
    jsonLd: {
      enum: vocabulary.linkedData?.types ?? [],
      description:
        'With `one`: it answers `Accept: application/ld+json` too, as this type of schema.org.',
    },
    mcp: {
      type: 'object',
      description: 'Makes it a tool of the MCP endpoint: docs/mcp.md.',
      properties: {
        name: { type: 'string', pattern: namePattern, description: 'Name of the tool.' },
        maxBytes: integer(1024, 1_048_576, 'Maximum size of an answer, in bytes; default 8192.'),
      },
      required: ['name'],
      additionalProperties: false,
    },
  },
  required: ['title', 'description', 'index', 'body', 'fields'],
  additionalProperties: false,
})

/** The whole schema, for editors. */
export function makeEditorSchema(): JsonSchema {
  const schema = makeTemplateSchema()
  const properties = schema.properties as JsonSchema
  return {
    ...schema,
    properties: {
      ...properties,
      parameters: {
        ...(properties.parameters as JsonSchema),
        additionalProperties: {
          allOf: kindNames().map((type) => ({
            if: { properties: { type: { const: type } }, required: ['type'] },
            // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
            then: parameterSchema(type),
          })),
          required: ['type', 'description'],
        },
      },
    },
  }
}
