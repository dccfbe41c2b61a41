import { parseExact } from '../../kit/api/json.js'
import type { SearchAnswer } from '../kit/context.js'
import { exactly, type Schema } from '../kit/declared-operation.js'
import type { SearchRulesParams } from '../kit/rules/params.js'
import { renderData } from '../kit/templates/answer/answer.js'
import { openTo } from '../kit/templates/answer/ask.js'
import { dataSchema } from '../kit/templates/answer/operation.js'
import type { Values } from '../kit/templates/fill/compile.js'
import type { SearchTemplate } from '../kit/templates/fill/search-template.js'
import {
  isAlwaysGiven,
  isList,
  isOfForm,
  type Parameter,
} from '../kit/templates/parameters/parameter.js'
import { readValues } from '../kit/templates/parameters/read-values.js'
import { joinValues } from '../kit/templates/parameters/values.js'
import { vocabulary } from '../kit/vocabulary.js'
import { boundedResult } from './bounded.js'
import { type Tool, withAdditions, withMeta } from './tool.js'

/** A search template that is a tool. */
export type ToolTemplate = SearchTemplate & { mcp: NonNullable<SearchTemplate['mcp']> }

/**
 * The tool of a template whose file says `mcp`.
 * @param rules Those of the plan.
 */
export function templateTool(
  template: ToolTemplate,
  rules: SearchRulesParams,
  plan?: string,
): Tool {
  const { title, description, answer } = template
  const { name, maxBytes } = template.mcp
  const { parameters, catalog, askFor } = openTo(template, rules, plan)
  const list = { page: 'results', list: 'name' in answer ? answer.name : '', one: undefined }
  return {
    ...{ name, title, description, inputSchema: schemaOf(parameters) },
    outputSchema: withAdditions(dataSchema(template, recordOf(template), facetCount)),
    call(args) {
      const facts = catalog?.facts?.(template.index)
      const sent = textsOf(args, parameters)
      const values = readValues(sent, parameters, { facts, unreadable })
      const bounds = { maxBytes, list: list[answer.kind], remedy: remedyFor(parameters, values) }
      const resultOf = (asked: Values, found: SearchAnswer, version: string, meta: object) => {
        const data = parseExact(renderData(template, asked, found, version))
        return boundedResult({ ...(data as object), ...withMeta(meta) }, bounds)
      }
      const searchWith = askFor(values)
      return {
        searchFor: (reply) =>
          searchWith(
            (asked) =>
              (...answered) =>
                reply(() => resultOf(asked, ...answered)),
          ),
      }
    },
  }
}

function schemaOf(parameters: SearchTemplate['parameters']): Tool['inputSchema'] {
  const all = [...parameters.values()]
  return {
    type: 'object',
    properties: Object.fromEntries(
      all.map(({ name, schema, argument = schema, description, example }) => [
        name,
        { ...argument, description, ...(example !== undefined && { examples: [example] }) },
      ]),
    ),
    required: all.filter((one) => one.isRequired || one.isInPath).map(({ name }) => name),
    additionalProperties: false,
  }
}

/** Types of values by those of fields; the others are texts. Any field may have several values. */
const types: Readonly<Record<string, string>> = {
  ...{ integer: 'integer', long: 'integer', double: 'number', boolean: 'boolean' },
  geo_point: 'object',
}

/** The schema of a document with some of the fields, and with its distance from a place. */
function recordOf({ fields, index }: ToolTemplate): Schema {
  const known = vocabulary.fields?.(index.replace(/\*$/, ''))
  const properties = fields.map((name) => {
    const type = known?.get(name)?.type
    const one = { type: types[type ?? ''] ?? 'string' }
    return [name, type === undefined ? {} : { anyOf: [one, { type: 'array', items: one }] }]
  })
  return {
    type: 'object',
    properties: { ...Object.fromEntries(properties), distance_km: { type: 'number' } },
  }
}

const facetCount = exactly({ value: {}, count: { type: 'integer' }, box: { type: 'array' } }, [
  'box',
])

/** The arguments as the texts that a URL would hold. */
function textsOf(
  args: Readonly<Record<string, unknown>>,
  parameters: SearchTemplate['parameters'],
): Map<string, string[]> {
  return new Map(
    Object.entries(args)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, [textOf(value, parameters.get(name))]]),
  )
}

/** Stands for a value that is no text: no parameter takes it. */
const noText = '\u0000'

function textOf(value: unknown, parameter: Parameter | undefined): string {
  const areMany = parameter !== undefined && isList(parameter)
  if (Array.isArray(value))
    return areMany && value.every((one) => typeof one === 'string') ? joinValues(value) : noText
  // a list written as a text, `["name"]`
  if (typeof value === 'string') return areMany && value.trim().startsWith('[') ? noText : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : noText
}

/** The form of an argument, for one that is not of its type or holds control characters. */
function unreadable(parameter: Parameter): string {
  if (isList(parameter)) return `must be a list, such as ${JSON.stringify(parameter.example)}`
  const reading = parameter.read(noText)
  const problem = 'problem' in reading ? reading.problem : undefined
  const { type } = parameter.argument ?? parameter.schema
  if (type !== 'string') return problem ?? `must be ${type}`
  return problem ? `must be a string; it ${problem}` : 'must be a string without control characters'
}

/** Some parameters that would narrow an answer are named. */
const mostNamed = 4

function remedyFor(parameters: SearchTemplate['parameters'], values: Values): string {
  const filters = [...parameters.values()].filter(
    (one) => !isAlwaysGiven(one) && !values.has(one.name) && !isOfForm(one),
  )
  const names = filters.slice(0, mostNamed).map(({ name }) => name)
  const narrow = names.length > 0 ? [`narrow by ${names.join(', ')}`] : []
  const fewer = parameters.has('fields') ? ['ask for fewer fields'] : []
  return [...narrow, ...fewer].join(', or ') || 'narrow the search'
}
