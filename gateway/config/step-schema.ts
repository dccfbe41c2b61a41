import type { OurPolicy } from './steps.js'

/**
 * A JSON Schema (draft 7). Members that begin with `x-` are for our validator alone: `x-rule`
 * names the rule that a misfit breaks, `x-unknown` says what an unknown key is called, and
 * `x-step` marks a step of a pipeline; `format` may name a form of text-forms.ts.
 */
export type Schema = { description?: string; default?: unknown } & Record<string, unknown>

/** A part that several others have in common. */
export const reference = (name: string): Schema => ({ $ref: `#/definitions/${name}` })

/** A key that is refused, although somebody may expect it here. @param remedy What to do instead. */
export const refusedKey = (rule: string, remedy: string): Schema => ({
  description: remedy,
  'x-rule': rule,
  not: {},
})

/** A policy in a pipeline: one step or a list of them; nothing if no parameter is required. */
export function toEntrySchema(policy: OurPolicy): Schema {
  const step = reference(`step-${policy.name}`)
  const isRequired = toParameterSchemas(policy).required.length > 0
  return {
    description: toPurpose(policy),
    if: { type: 'array' },
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema's name of it
    then: { items: step, ...(isRequired && { minItems: 1, description: toExample(policy) }) },
    else: isRequired ? step : { if: { type: 'null' }, else: step },
  }
}

/** One step: its parameters, and its condition if the policy takes one. */
export function toStepSchema(policy: OurPolicy, toParameters?: (schema: Schema) => Schema): Schema {
  const { properties, required } = toParameterSchemas(policy)
  const description = toExample(policy)
  return {
    ...{ type: 'object', description, 'x-rule': 'step-shape', 'x-step': true },
    properties: {
      action: toParameters?.({
        ...{ type: 'object', description, properties, required },
        additionalProperties: false,
      }) ?? { type: 'object', description },
      condition: policy.conditional
        ? reference('condition')
        : refusedKey(
            'condition-refused',
            `"${policy.name}" takes no condition, which could switch it off: use another pipeline.`,
          ),
    },
    ...(required.length > 0 && { required: ['action'] }),
    additionalProperties: false,
  }
}

/** Only some policies take a condition; those inside another one are of the same schema. */
export function toConditionSchema(
  conditions: ReadonlyMap<string, object>,
  withParameters: boolean,
): Schema {
  const names = [...conditions.keys()].sort()
  return {
    type: 'object',
    description:
      'The step runs only for requests that match it. Its parameters are next to its name.',
    properties: {
      name: {
        enum: names,
        'x-rule': 'unknown-condition',
        description: `One of ${names.join(', ')}.`,
      },
    },
    required: ['name'],
    ...(withParameters && {
      allOf: names.map((name) => ({
        if: { properties: { name: { const: name } }, required: ['name'] },
        // biome-ignore lint/suspicious/noThenProperty: JSON Schema's name of it
        then: toConditionParameters(conditions.get(name)!),
      })),
    }),
  }
}

/** The host's schema of a condition, which refers to others by their addresses. */
function toConditionParameters(schema: object): Schema {
  const text = JSON.stringify(schema).replaceAll('"base.json"', '"#/definitions/condition"')
  const { $id: _, definitions = {}, ...rest } = JSON.parse(text)
  const inner = (whole: string, name: string) => JSON.stringify(definitions[name]) ?? whole
  return JSON.parse(
    JSON.stringify(rest).replaceAll(/\{"\$ref":"#\/definitions\/(\w+)"\}/g, inner),
  ) as Schema
}

/** The schemas of a policy's parameters, and which of them are required. */
export function toParameterSchemas({ schema }: OurPolicy): {
  properties: Schema
  required: string[]
} {
  const { properties, required } = schema as { properties: Schema; required: string[] }
  // express-gateway adds it to the parameters of every policy
  const { getCommonAuthCallback: _, ...own } = properties
  return { properties: own, required }
}

/** `A step of "throttle": - action: { limit: … }.` */
function toExample(policy: OurPolicy): string {
  const { properties, required } = toParameterSchemas(policy)
  const [first = Object.keys(properties)[0]] = required
  return `A step of "${policy.name}": - action: ${first ? `{ ${first}: … }` : '{}'}.`
}

/** The purpose of a policy, in words. */
function toPurpose({ role, provides, throttles, conditional }: OurPolicy): string {
  const parts = [
    role === 'open' && 'the first step of every pipeline',
    role === 'answer' && 'the last step of a pipeline, which answers',
    throttles && 'limits requests',
    provides.length > 0 && `provides ${provides.join(', ')} to later steps`,
    conditional && 'may have a condition',
  ].filter((part) => part !== false)
  return parts.length > 0 ? `A step: ${parts.join('; ')}.` : 'A step.'
}
