import { validationError } from '../../kit/api/errors.js'
import { exactly } from '../kit/declared-operation.js'
import { describerOf } from '../kit/field-description.js'
import { catalogOf, type SearchRulesParams } from '../kit/rules/params.js'
import { boundedResult } from './bounded.js'
import { failed, type Tool, withAdditions } from './tool.js'

/** Greatest size of an answer, in bytes. */
const maxBytes = 8192

const text = { type: 'string' }
const uses = { type: 'array', items: text }
const field = exactly(
  {
    ...{ name: text, type: text, uses },
    subFields: { type: 'object', additionalProperties: uses },
    example: {},
  },
  ['subFields', 'example'],
)

const notYet = 'The search engine has not reported its fields yet. Try again shortly.'

/** The tool for the fields of an index family; undefined where no engine reports them. */
export function fieldsTool(rules: SearchRulesParams): Tool | undefined {
  const catalog = catalogOf(rules)
  if (!catalog) return undefined
  const { indexPrefixes } = rules
  const currentDescription = describerOf(catalog, rules)
  return {
    name: 'describe_fields',
    title: 'Fields of an index family',
    description: 'The fields of the documents: type, supported uses, an example of each.',
    inputSchema: {
      type: 'object',
      properties: {
        index: { type: 'string', enum: indexPrefixes, description: 'Index family.' },
        name: { type: 'string', maxLength: 100, description: 'Part of the names of the fields.' },
      },
      required: ['index'],
      additionalProperties: false,
    },
    outputSchema: withAdditions(exactly({ index: text, fields: { type: 'array', items: field } })),
    call(args) {
      const { index, name } = read(args, indexPrefixes)
      const described = currentDescription()
      if (!described) return { result: failed(notYet) }
      const found = described.families[index]!.fields.filter((field) => field.name.includes(name))
      const bounds = { maxBytes, list: 'fields', remedy: 'narrow by name' }
      return { result: boundedResult({ index, fields: found }, bounds) }
    },
  }
}

/** @throws ApiError VALIDATION_ERROR */
function read(args: Readonly<Record<string, unknown>>, families: readonly string[]) {
  const { index, name, ...others } = args
  const [unknown] = Object.keys(others)
  const problems = {
    ...(!families.includes(index as string) && {
      index: [`index must be one of ${families.join(', ')}`],
    }),
    ...(name != null && typeof name !== 'string' && { name: ['name must be a string'] }),
    ...(unknown !== undefined && {
      arguments: ['unknown argument; the arguments are index and name'],
    }),
  }
  if (Object.keys(problems).length > 0) throw validationError(problems)
  return { index: index as string, name: String(name ?? '') }
}
