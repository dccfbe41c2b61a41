import { createRequire } from 'node:module'
import { closest } from '../../kit/config/suggest.js'
import { type Diagnostic, didYouMean, type Path } from '../../kit/config/yaml/diagnostics.js'
import { isPlainNumber, unplainNumber } from '../../kit/config/yaml/numbers.js'

const require = createRequire(import.meta.url)

/** One error of Ajv 6, as far as it is read here (`verbose`, `jsonPointers`). */
interface AjvError {
  keyword: string
  /** JSON Pointer. */
  dataPath: string
  message?: string
  /** The value of the keyword, and the value as written. */
  schema: unknown
  data?: unknown
  params: {
    additionalProperty?: string
    missingProperty?: string
    allowedValues?: unknown[]
    i?: number
    j?: number
  }
  parentSchema: {
    type?: unknown
    minimum?: number
    maximum?: number
    description?: string
    properties?: Record<string, { description?: string; not?: object }>
    'x-rule'?: string
    'x-unknown'?: keyof typeof unknownRules
    'x-step'?: boolean
  }
}

interface Ajv {
  addKeyword(name: string, definition: object): void
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

/** What is wrong with a text; undefined when it has the form. */
export type TextForm = (text: string) => { message: string; remedy: string } | undefined

interface Options {
  /** How keys are called in messages and rules. */
  noun: 'key' | 'parameter'
  /** Whether texts become numbers and flags, as variables of the YAML are texts. */
  isConverting: boolean
  /** Forms of texts, by the names in `x-form`. */
  forms?: Readonly<Record<string, TextForm>>
}

/**
 * A validator by JSON Schema: express-gateway's own copy of Ajv, which reports all mistakes at
 * once, each with its place. Without options it decides about parameters as express-gateway does
 * (its lib/schemas/index.js).
 */
export function makeValidate(
  { noun, isConverting, forms = {} }: Options = { noun: 'parameter', isConverting: true },
): Validate {
  const ajv = new (loadAjv())({
    useDefaults: isConverting,
    coerceTypes: isConverting,
    verbose: true,
    allErrors: true,
    jsonPointers: true,
    inlineRefs: false,
    // The host has validated the schemas of policies, against the same draft, when their plugins
    // were registered
    meta: false,
    validateSchema: false,
  })
  const isForm = (name: string, text: unknown) => typeof text !== 'string' || !forms[name]?.(text)
  ajv.addKeyword('x-form', { validate: isForm, errors: false })
  // Ajv knows a schema by its whole text, and writes it each time that it is asked
  const compiled = new WeakMap<object, Compiled>()
  return (schema, value, path) => {
    const check = compiled.get(schema) ?? ajv.compile(schema)
    compiled.set(schema, check)
    const written = isConverting ? structuredClone(value) : undefined
    if (check(value)) return isConverting ? findConversions(written, value, path) : []
    const places = new Set<string>()
    return (check.errors ?? [])
      .filter(({ keyword }) => keyword !== 'if') // what its branch lacks is reported, too
      .map((error) => toDiagnostic(error, path, noun, forms))
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

const unknownRules = {
  key: 'unknown-key',
  parameter: 'unknown-parameter',
  policy: 'unknown-policy',
} as const
const missingRules = { key: 'missing-key', parameter: 'missing-parameter' } as const

/** The mistake behind an error of Ajv. It holds no value, which may be a secret. */
function toDiagnostic(
  { keyword, dataPath, message = 'is not valid', params, data, schema, parentSchema }: AjvError,
  path: Path,
  noun: Options['noun'],
  forms: NonNullable<Options['forms']>,
): Diagnostic {
  const { description, properties = {}, 'x-rule': ruleOfSchema } = parentSchema
  const inner = parsePointer(dataPath)
  const place = [...path, ...inner]
  const name = toLabel(inner) ?? toLabel(path.slice(-1)) ?? 'the file'
  switch (keyword) {
    case 'additionalProperties': {
      const key = params.additionalProperty ?? ''
      const kind = parentSchema['x-unknown']
      const rule = kind ? unknownRules[kind] : (ruleOfSchema ?? unknownRules[noun])
      const known = Object.keys(properties).filter(
        (one) => one !== 'getCommonAuthCallback' && !properties[one]?.not,
      )
      const isParameter = parentSchema['x-step'] && closest(key, known) === undefined
      const remedy = isParameter ? `write - action: { ${key}: … }` : didYouMean(key, known)
      return { path: [...place, key], rule, message: `unknown ${kind ?? noun} "${key}"`, remedy }
    }
    case 'required': {
      const key = params.missingProperty ?? ''
      const text = noun === 'key' ? `"${key}" is missing` : `parameter "${key}" is missing`
      const remedy = properties[key]?.description ?? `add ${key}`
      return { path: place, rule: missingRules[noun], message: text, remedy }
    }
    case 'not': {
      const rule = ruleOfSchema ?? 'wrong-value'
      return {
        path: place,
        rule,
        message: `${name} is not allowed here`,
        remedy: description ?? '',
      }
    }
    case 'uniqueItems': {
      const second = Math.max(params.i ?? 0, params.j ?? 0)
      const text = `an item of ${name} occurs twice`
      return { path: [...place, second], rule: 'duplicate', message: text, remedy: 'remove one' }
    }
    case 'x-form': {
      const mistake = forms[String(schema)]?.(String(data)) ?? { message, remedy: '' }
      return { path: place, rule: ruleOfSchema ?? 'wrong-value', ...mistake }
    }
    default: {
      const allowed = params.allowedValues?.map(String) ?? []
      const meant = typeof data === 'string' ? closest(data, allowed) : undefined
      const hint = toHint(keyword, parentSchema)
      const remedy = meant ? `did you mean "${meant}"?` : [description, hint].filter(Boolean)
      const list = allowed.length > 0 ? `: ${allowed.join(', ')}` : ''
      return {
        path: place,
        rule: (keyword === 'type' ? undefined : ruleOfSchema) ?? toRule(keyword),
        message: `${name} ${toDemand(keyword, message)}${list}`,
        remedy:
          [remedy].flat().join(' ') ||
          'docs/configuration.md and config/schema list the allowed values',
      }
    }
  }
}

function toRule(keyword: string): string {
  return keyword === 'type' ? 'wrong-type' : 'wrong-value'
}

/** Keys of mappings and positions in lists. */
function parsePointer(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}

/** The keys on the way to a value, in quotes: `"fields.allow"`. */
function toLabel(path: Path): string | undefined {
  const keys = path.filter((part) => typeof part === 'string')
  return keys.length > 0 ? `"${keys.join('.')}"` : undefined
}

/** What a value must be: ajv joins the types that a value may have with commas. */
function toDemand(keyword: string, message: string): string {
  if (keyword === 'pattern') return 'has an unsupported form'
  const demand = message.replace(/^should/, 'must')
  return keyword === 'type' ? demand.replaceAll(',', ' or ') : demand
}

const hintsByType: readonly (readonly [type: string, hint: string])[] = [
  ['integer', 'Write digits alone, without a unit.'],
  ['number', 'Write digits alone, without a unit.'],
  ['boolean', 'Write true or false.'],
  ['array', 'Write a list: [ … ].'],
  ['object', 'Write a mapping: { name: value }.'],
  ['string', 'Write text.'],
]

/** What to write in place of a value of a wrong type or size. */
function toHint(
  keyword: string,
  { type, minimum, maximum }: AjvError['parentSchema'],
): string | undefined {
  if (minimum !== undefined && maximum !== undefined && /^(min|max)imum$/.test(keyword))
    return `Write ${minimum} to ${maximum}.`
  if (keyword !== 'type') return undefined
  return hintsByType.find(([name]) => [type].flat().includes(name))?.[1]
}
