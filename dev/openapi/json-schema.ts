import type { ObjectSchema } from 'joi'

/** A JSON Schema (draft 2020-12), or any other part of an OpenAPI document. */
export type Schema = Readonly<Record<string, unknown>>

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** An object of exactly these members; those that are not named as optional are always there. */
export function exactly(properties: Record<string, Schema>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false }
}

/** A body as joi exports it. What its export cannot tell, such as a check of our own, stands in `meta.schema`. */
export function bodySchema(schema: ObjectSchema): Schema {
  const exported: Schema = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
  const { keys } = schema.describe() as { keys: Record<string, { metas?: { schema?: Schema }[] }> }
  const properties = Object.entries(exported.properties as Record<string, Schema>).map(([name, property]) => {
    const told = (keys[name]?.metas ?? []).map((meta) => meta.schema)
    return [name, Object.assign({}, property, ...told)] as const
  })
  return { ...exported, properties: Object.fromEntries(properties) }
}
