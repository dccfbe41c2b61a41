import { createRequire } from 'node:module'
import type { Diagnostic, Path } from '../../kit/config/yaml/diagnostics.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { isPlainNumber, unplainNumber } from '../../kit/config/yaml/numbers.js'
import { type AjvError, toDiagnostic, type Wording } from './ajv-errors.js'

const require = createRequire(import.meta.url)

interface Ajv {
  addSchema(schema: object, id: string): void
  compile(schema: object): Compiled
}

interface Compiled {
  (value: unknown): boolean
  errors: AjvError[] | null
}

/**
 * Reports what is wrong with a value and where, seen from `path`: the first mistake of each place.
 * One that converts also fills in the schema's defaults, as the host will.
 */
export type Validate = (schema: object, value: unknown, path: Path) => Diagnostic[]

interface Options extends Partial<Wording> {
  /** Whether texts become numbers and flags, as variables of the YAML are texts. */
  isConverting: boolean
}

/**
 * A validator by JSON Schema: express-gateway's own copy of Ajv, which reports all mistakes at
 * once, each with its place. Without options it decides about parameters as express-gateway does
 * (its lib/schemas/index.js).
 */
export function makeValidate(
  { noun = 'parameter', isConverting, forms = {} }: Options = { isConverting: true },
): Validate {
  const ajv = new (loadAjv())({
    useDefaults: isConverting,
    coerceTypes: isConverting,
    verbose: true,
    allErrors: true,
    jsonPointers: true,
    inlineRefs: false,
    // more than Ajv's own: the forms of texts that no pattern describes
    formats: Object.fromEntries(
      Object.entries(forms).map(([name, findMistake]) => [
        name,
        { validate: (text: string) => !findMistake(text) },
      ]),
    ),
    // The host has validated the schemas of policies, against the same draft, when their plugins
    // were registered
    meta: false,
    validateSchema: false,
  })
  const parts = new Map<object, string>()
  /** Parts that several policies have, such as the search rules, are compiled once. */
  const share = (schema: Mapping): Mapping => {
    if (!isConverting || !isMapping(schema.properties)) return schema
    const properties = Object.entries(schema.properties).map(([name, part]) => {
      const isLarge =
        isMapping(part) && [part.properties, part.additionalProperties].some(isMapping)
      if (!isLarge) return [name, part]
      const $ref = parts.get(part) ?? `urn:directory:part:${parts.size}`
      if (!parts.has(part)) {
        parts.set(part, $ref)
        ajv.addSchema(share(part), $ref)
      }
      const { description, default: preset } = part // read where it is used
      return [name, { $ref, description, default: preset }]
    })
    return { ...schema, properties: Object.fromEntries(properties) }
  }
  // Ajv knows a schema by its whole text, and writes it each time that it is asked
  const compiled = new WeakMap<object, Compiled>()
  return (schema, value, path) => {
    const check = compiled.get(schema) ?? ajv.compile(share(schema as Mapping))
    compiled.set(schema, check)
    const written = isConverting ? structuredClone(value) : undefined
    if (check(value)) return isConverting ? findConversions(written, value, path) : []
    const places = new Set<string>()
    return (check.errors ?? [])
      .filter(({ keyword }) => keyword !== 'if') // what its branch lacks is reported, too
      .map((error) => toDiagnostic(error, path, { noun, forms }))
      .filter(({ path: place }) => {
        const key = JSON.stringify(place)
        return !places.has(key) && places.add(key)
      })
  }
}

/** Why a JSON Schema of draft 07 is none; undefined if it is one. */
export function findSchemaFault(schema: object): string | undefined {
  try {
    ;new (loadAjv())({ logger: false }).compile(schema)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

function loadAjv(): new (options: object) => Ajv {
  return createRequire(require.resolve('express-gateway'))('ajv')
}

/**
 * Ajv takes `true`, null, "0x10" and " 60 " for numbers, for variables of the YAML are strings. Of
 * these only a string in plain decimal form is meant as a number.
 */
function findConversions(written: unknown, value: unknown, path: Path): Diagnostic[] {
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
    Object.hasOwn(before, key) ? findConversions(before[key], now, [...path, key]) : [],
  )
}
