/** A JSON Schema, limited to the parts that we use. */
export type Schema = { description?: string; default?: unknown } & Record<string, unknown>

/** Targets of `$ref` in the schemas made here. */
export const definitions: Readonly<Record<string, Schema>> = {
  variable: {
    type: 'string',
    pattern: '\\$\\{[A-Za-z_][A-Za-z0-9_]*(:-[^}]*)?\\}',
    description:
      // biome-ignore lint/suspicious/noTemplateCurlyInString: variables of the YAML
      'A variable in the text: ${NAME} is replaced by the setting of that name, ' +
      // biome-ignore lint/suspicious/noTemplateCurlyInString: variables of the YAML
      '${NAME:-default} has a default.',
  },
}

/** Keywords that would reject a text with a variable in it, whatever its value. */
const narrowing = ['enum', 'pattern', 'minLength', 'maxLength']

/** The schema of a value that may also be a text with a variable, as may all values inside it. */
export function withVariables(schema: Schema): Schema {
  const { properties, patternProperties, additionalProperties, items } = schema
  const inner = {
    ...(isSchema(properties) && { properties: inEach(properties) }),
    ...(isSchema(patternProperties) && { patternProperties: inEach(patternProperties) }),
    ...(isSchema(additionalProperties) && {
      additionalProperties: withVariables(additionalProperties),
    }),
    ...(isSchema(items) && { items: withVariables(items) }),
  }
  if (['object', 'array'].includes(schema.type as string)) return { ...schema, ...inner }
  const takesText =
    [schema.type].flat().includes('string') && !narrowing.some((keyword) => keyword in schema)
  if (takesText) return schema
  const { description, default: value, ...rest } = { ...schema, ...inner }
  return {
    ...(description !== undefined && { description }),
    ...(value !== undefined && { default: value }),
    anyOf: [rest, { $ref: '#/definitions/variable' }],
  }
}

function inEach(schemas: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, withVariables(schema as Schema)]),
  )
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null
}
