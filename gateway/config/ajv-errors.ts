import { closest } from '../../kit/config/suggest.js'
import { type Diagnostic, didYouMean, type Path } from '../../kit/config/yaml/diagnostics.js'

/** One error of Ajv 6, as far as it is read here (`verbose`, `jsonPointers`). */
export interface AjvError {
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

/** What is wrong with a text; undefined when it has the form. */
export type TextForm = (text: string) => { message: string; remedy: string } | undefined

/** How keys are called, and the forms of texts, by the names in `format`. */
export interface Wording {
  noun: 'key' | 'parameter'
  forms: Readonly<Record<string, TextForm>>
}

const unknownRules = {
  key: 'unknown-key',
  parameter: 'unknown-parameter',
  policy: 'unknown-policy',
} as const
const missingRules = { key: 'missing-key', parameter: 'missing-parameter' } as const

/** The mistake behind an error of Ajv. It holds no value, which may be a secret. */
export function toDiagnostic(error: AjvError, from: Path, wording: Wording): Diagnostic {
  const inner = parsePointer(error.dataPath)
  const path = [...from, ...inner]
  const name = toLabel(inner) ?? toLabel(from.slice(-1)) ?? 'the file'
  const { params, parentSchema } = error
  const rule = parentSchema['x-rule'] ?? 'wrong-value'
  const mistake = wording.forms[String(error.schema)]?.(String(error.data))
  if (error.keyword === 'format' && mistake) return { path, rule, ...mistake }
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey(error, path, wording)
    case 'required':
      return missingKey(error, path, wording)
    case 'not': {
      const remedy = parentSchema.description ?? 'remove it'
      return { path, rule, message: `${name} is not allowed here`, remedy }
    }
    case 'uniqueItems': {
      const second = Math.max(params.i ?? 0, params.j ?? 0)
      const message = `an item of ${name} occurs twice`
      return { path: [...path, second], rule: 'duplicate', message, remedy: 'remove one' }
    }
    default:
      return {
        path,
        rule: error.keyword === 'type' ? 'wrong-type' : rule,
        ...wrongValue(error, name),
      }
  }
}

function unknownKey({ params, parentSchema }: AjvError, path: Path, { noun }: Wording): Diagnostic {
  const { properties = {}, 'x-rule': rule, 'x-unknown': kind, 'x-step': isStep } = parentSchema
  const key = params.additionalProperty ?? ''
  const known = Object.keys(properties).filter(
    (one) => one !== 'getCommonAuthCallback' && !properties[one]?.not,
  )
  const isParameter = isStep && closest(key, known) === undefined
  return {
    path: [...path, key],
    rule: kind ? unknownRules[kind] : (rule ?? unknownRules[noun]),
    message: `unknown ${kind ?? noun} "${key}"`,
    remedy: isParameter ? `write - action: { ${key}: … }` : didYouMean(key, known),
  }
}

function missingKey({ params, parentSchema }: AjvError, path: Path, { noun }: Wording): Diagnostic {
  const key = params.missingProperty ?? ''
  const message = noun === 'key' ? `"${key}" is missing` : `parameter "${key}" is missing`
  const remedy = parentSchema.properties?.[key]?.description ?? `add ${key}`
  return { path, rule: missingRules[noun], message, remedy }
}

/** A value of a wrong type, size or form, or that is not one of those allowed. */
function wrongValue(
  { keyword, message = 'is not valid', params, data, parentSchema }: AjvError,
  name: string,
): Pick<Diagnostic, 'message' | 'remedy'> {
  const allowed = params.allowedValues?.map(String) ?? []
  const list = allowed.length > 0 ? `: ${allowed.join(', ')}` : ''
  const meant = typeof data === 'string' ? closest(data, allowed) : undefined
  const explained = [parentSchema.description, toHint(keyword, parentSchema)].filter(Boolean)
  return {
    message: `${name} ${toDemand(keyword, message)}${list}`,
    remedy: meant
      ? `did you mean "${meant}"?`
      : explained.join(' ') || 'docs/configuration.md and config/schema list the allowed values',
  }
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
