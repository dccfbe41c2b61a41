import { createRequire } from 'node:module'
import { type Diagnostic, didYouMean, type Path } from '../../kit/config/yaml/diagnostics.js'
import { isPlainNumber, unplainNumber } from '../../kit/config/yaml/numbers.js'

import { type Misfit, writeInstead } from './remedies.js'

const require = createRequire(import.meta.url)

/** One finding of Ajv 6, as far as it is read here (`verbose`, `jsonPointers`). */
interface AjvError extends Misfit {
  dataPath: string
  message?: string
  params: { additionalProperty?: string; missingProperty?: string; allowedValues?: unknown[] }
  parentSchema: Misfit['parentSchema'] & {
    description?: string
    properties?: Record<string, { description?: string }>
  }
}

interface Ajv {
  addSchema(schema: object): void
  compile(schema: object): Compiled
}

interface Compiled {
  (value: unknown): boolean
  errors: AjvError[] | null
}

/**
 * Reports what is wrong with a value and where, seen from `path`. Fills in the schema's defaults,
 * as the host will.
 */
export type Validate = (schema: object, value: unknown, path: Path) => Diagnostic[]

/**
 * A validator that decides as express-gateway does: its own copy of Ajv with its options
 * (lib/schemas/index.js), but reporting all mistakes at once, each with its location.
 * @param known Schemas that others refer to.
 */
export function makeValidate(known: Iterable<object>): Validate {
  const ajv = new (ajvOfHost())({
    useDefaults: true,
    coerceTypes: true,
    verbose: true,
    allErrors: true,
    jsonPointers: true,
    // The host has validated the schemas themselves, against the same draft, when their plugins
    // were registered
    meta: false,
    validateSchema: false,
  })
  for (const schema of known) ajv.addSchema(schema)
  // Ajv knows a schema by its whole text, and writes it each time that it is asked
  const compiled = new WeakMap<object, Compiled>()
  return (schema, value, path) => {
    const check = compiled.get(schema) ?? ajv.compile(schema)
    compiled.set(schema, check)
    const written = structuredClone(value)
    if (check(value)) return conversions(written, value, path)
    const places = new Set<string>()
    return (check.errors ?? [])
      .map((finding) => mistakeOf(finding, path))
      .filter(({ path: place }) => {
        const key = JSON.stringify(place)
        return !places.has(key) && places.add(key)
      })
  }
}

/** Why a JSON Schema of draft 07 is none; undefined if it is one. */
export function schemaFault(schema: object): string | undefined {
  try {
    ;new (ajvOfHost())({ logger: false }).compile(schema)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

function ajvOfHost(): new (options: object) => Ajv {
  return createRequire(require.resolve('express-gateway'))('ajv')
}

/**
 * Ajv takes `true`, null, "0x10" and " 60 " for numbers, for variables of the YAML are strings. Of
 * these only a string in plain decimal form is meant as a number.
 */
function conversions(written: unknown, value: unknown, path: Path): Diagnostic[] {
  if (typeof value === 'number' && written !== undefined && typeof written !== 'number') {
    if (typeof written === 'string' && isPlainNumber(written, value)) return []
    const message = `"${path.at(-1)}" must be a number in plain decimal form`
    return [{ path, rule: 'wrong-type', message, remedy: unplainNumber.remedy }]
  }
  if (
    typeof value !== 'object' ||
    value === null ||
    typeof written !== 'object' ||
    written === null
  )
    return []
  const before = written as Record<string, unknown>
  return Object.entries(value).flatMap(([key, now]) =>
    Object.hasOwn(before, key) ? conversions(before[key], now, [...path, key]) : [],
  )
}

function mistakeOf(finding: AjvError, path: Path): Diagnostic {
  const { keyword, dataPath, message, params, parentSchema } = finding
  const inner = dataPath.split('/').slice(1)
  const here = [...path, ...inner]
  const name = inner.filter((part) => !/^\d+$/.test(part)).join('.')
  const properties = parentSchema.properties ?? {}
  if (keyword === 'additionalProperties') {
    const key = params.additionalProperty ?? ''
    const known = Object.keys(properties).filter((property) => property !== 'getCommonAuthCallback')
    const message = `unknown parameter "${key}"`
    const isStep = key === 'action' && !known.includes(key)
    const remedy = isStep
      ? 'an anchor for << is set behind action:, as in action: &name'
      : didYouMean(key, known)
    return { path: [...here, key], rule: 'unknown-parameter', message, remedy }
  }
  if (keyword === 'required') {
    const key = params.missingProperty ?? ''
    return {
      path: here,
      rule: 'missing-parameter',
      message: `parameter "${key}" is missing`,
      remedy: properties[key]?.description ?? `add ${key}`,
    }
  }
  const allowed = params.allowedValues ? `: ${params.allowedValues.join(', ')}` : ''
  const rule = ruleOf(keyword, message)
  const instead = writeInstead(String(inner.findLast((part) => !/^\d+$/.test(part)) ?? ''), finding)
  const { description } = parentSchema
  const remedy =
    description && instead ? `${description} ${capitalized(instead)}` : description || instead
  return {
    path: here,
    rule: keyword === 'type' ? 'wrong-type' : 'wrong-value',
    message: name === '' ? `the parameters ${rule}` : `"${name}" ${rule}${allowed}`,
    remedy: remedy || 'docs/configuration.md and config/schema list the allowed values',
  }
}

/** What a value must be: ajv joins the types that a value may have with commas. */
function ruleOf(keyword: string, message = 'is not valid'): string {
  if (keyword === 'pattern') return 'has an unsupported form'
  const rule = message.replace(/^should/, 'must')
  return keyword === 'type' ? rule.replaceAll(',', ' or ') : rule
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
