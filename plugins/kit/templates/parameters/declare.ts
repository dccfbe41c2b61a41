import type { ReportDiagnostic } from '../../../../kit/config/yaml/diagnostics.js'
import { makeMeaning } from '../../../../packages/query-guard/src/index.js'
import { vocabulary } from '../../vocabulary.js'
import { findKind } from './kinds.js'
import type { Declared, JsonSchema, Parameter } from './parameter.js'
import { valuesIn } from './values.js'

/** Names that the request itself, or the file as a whole, gives a meaning. */
const taken: Readonly<Record<string, string>> = {
  api_key: 'it carries a credential',
  fields: 'the fields of the file bring it along',
  facets: 'the facets of the file bring it along',
  understand: 'a typed text brings it along',
}

/** The parameters as declared; each mistake is reported. */
export function declaredParameters(
  declared: Readonly<Record<string, Declared>>,
  report: ReportDiagnostic,
): Map<string, Parameter> {
  return new Map(
    Object.entries(declared).map(([name, one]) => {
      const path = ['parameters', name]
      const reason = taken[name]
      if (reason !== undefined) {
        const message = `no parameter may be called "${name}": ${reason}`
        report(path, 'template-parameter', message, 'choose another name')
      }
      for (const [key, message, remedy] of contradictions(one))
        report([...path, key], 'template-parameter', message, remedy)
      const parameter = parameterOf(name, one)
      for (const key of ['default', 'example'] as const) {
        if (one[key] === undefined) continue
        const reading = parameter.read(String(one[key]))
        if ('value' in reading) continue
        const remedy = 'use a value that callers may send'
        report([...path, key], 'template-parameter', `"${key}" ${reading.problem}`, remedy)
      }
      return [name, parameter]
    }),
  )
}

type Contradiction = [key: string, message: string, remedy: string]

function contradictions(declared: Declared): Contradiction[] {
  const { type, minimum = 0, maximum = 0, required, default: fallback } = declared
  const found: Contradiction[] = []
  if (minimum > maximum)
    found.push(['minimum', 'the minimum is greater than the maximum', 'swap them'])
  if (type === 'integer' && !(Number.isSafeInteger(minimum) && Number.isSafeInteger(maximum)))
    found.push(['type', 'the bounds must be integers', 'write whole numbers, or type: number'])
  if (fallback !== undefined && (required === true || declared.in === 'path'))
    found.push(['default', 'every call sends this parameter', 'remove default, or required'])
  return found
}

/** A parameter by its declaration. */
export function parameterOf(name: string, declared: Declared): Parameter {
  const { type, description, required = false, in: place } = declared
  const { read, schema, argument, ...others } = findKind(type).make(declared)
  const fallback = type === 'page' ? 1 : declared.default
  const reading = fallback === undefined ? undefined : read(String(fallback))
  const value = reading && 'value' in reading ? reading.value : undefined
  const example = type === 'values' ? listOf(declared.example) : declared.example
  return {
    ...{ name, type, description, example, read },
    ...others,
    schema: fallback === undefined ? schema : { ...schema, default: shownAs(schema, fallback) },
    ...(argument && { argument: { ...argument, ...(reading && { default: fallback }) } }),
    isInPath: place === 'path',
    isRequired: required,
    fallback: value,
  }
}

const listOf = (example: unknown) => (example === undefined ? undefined : valuesIn(String(example)))

/** A value of a file in the type of its schema: in YAML a text may be a number. */
export function shownAs({ type }: JsonSchema, value: unknown): unknown {
  return type === 'string' ? String(value) : value
}

/** A parameter whose value is some of a list of names, comma separated; each counts once. */
export function listParameter(
  name: string,
  description: string,
  names: readonly string[],
): Parameter {
  return {
    ...{ name, type: 'keyword', description, example: names.slice(0, 2) },
    ...{ isInPath: false, isRequired: false, fallback: undefined },
    schema: {
      type: 'array',
      items: { type: 'string', enum: names },
      minItems: 1,
    },
    read(text) {
      const asked = [...new Set(text.split(',').map((one) => one.trim()))]
      const unknown = asked.find((one) => !names.includes(one))
      if (unknown === undefined) return { value: asked }
      const meant = makeMeaning(names, vocabulary.fieldWords ?? [])(unknown.slice(0, 64))
      const hint = meant === undefined ? '' : `; did you mean ${meant}?`
      return { problem: `must be some of ${names.join(', ')}${hint}` }
    },
  }
}
