import { isObject } from '../../../kit/config/objects.js'
import type { Schema } from '../../config/step-schema.js'

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
    ...(isObject(properties) && { properties: mapSchemas(properties) }),
    ...(isObject(patternProperties) && { patternProperties: mapSchemas(patternProperties) }),
    ...(isObject(additionalProperties) && {
      additionalProperties: withVariables(additionalProperties),
    }),
    ...(isObject(items) && { items: withVariables(items) }),
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

function mapSchemas(schemas: Record<string, unknown>): Schema {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, withVariables(schema as Schema)]),
  )
}

/** Shorter parts are repeated, in characters: a reference is harder to read. */
const shortest = 1000

/** A schema whose long parameters that occur more than once are definitions. */
export function shareParts({ definitions, ...schema }: Schema): Schema {
  const own = definitions as Record<string, Schema>
  const counts = new Map<string, number>()
  const names = new Map<string, string>()
  const shared: Record<string, unknown> = {}

  function count(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    const text = JSON.stringify(value)
    counts.set(text, (counts.get(text) ?? 0) + 1)
    for (const part of Object.values(value)) count(part)
  }
  /** @param name Of a parameter; undefined for what is none. */
  function replaced(value: unknown, name?: string, isMap = false): unknown {
    if (Array.isArray(value)) return value.map((one) => replaced(one))
    if (!isObject(value)) return value
    const text = JSON.stringify(value)
    const known = names.get(text)
    if (known !== undefined) return { $ref: `#/definitions/${known}` }
    const parts = Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        replaced(part, isMap ? key : undefined, !isMap && key === 'properties'),
      ]),
    )
    if (name === undefined || text.length < shortest || counts.get(text) === 1) return parts
    const made = name in own || name in shared ? `${name}-${names.size}` : name
    names.set(text, made)
    shared[made] = parts
    return { $ref: `#/definitions/${made}` }
  }

  count(schema)
  count(own)
  const steps = Object.fromEntries(Object.entries(own).map(([name, one]) => [name, replaced(one)]))
  return { ...(replaced(schema) as Schema), definitions: { ...steps, ...shared } }
}
