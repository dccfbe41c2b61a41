import { dateFormat } from '../dates/format.js'
import { Numeral } from '../exact-json.js'
import { unknownName } from '../lacking.js'
import { mappingError } from './field-mapping.js'
import { toNumber } from './numbers.js'

type Definition = Record<string, unknown>

/** What a value is to dynamic mapping, by Elasticsearch's names (`match_mapping_type`). */
type DynamicType = 'string' | 'long' | 'double' | 'boolean' | 'date'

/**
 * A rule of `dynamic_templates`: fields whose first value is of one of the types get the
 * definition.
 */
interface Template {
  types: readonly unknown[]
  mapping: Definition
}

/** Reads `dynamic_templates`. @throws EngineError for what the embedded engine does not know. */
export function dynamicTemplates(given: unknown): Template[] {
  if (!Array.isArray(given)) throw mappingError('A dynamic template must be defined with a name')
  return given.map((named: Record<string, Definition>) => {
    const [[name, template] = ['', {}]] = Object.entries(named)
    const { match_mapping_type: types, mapping, ...rest } = template
    for (const key of Object.keys(rest)) {
      const mistake = mappingError(`Illegal dynamic template parameter: [${key}]`)
      throw unknownName('a dynamic template', key, mistake)
    }
    if (types === undefined) throw mappingError(`template [${name}] must have match conditions set`)
    if (typeof mapping !== 'object' || mapping === null)
      throw mappingError(`template [${name}] must have mapping set`)
    return { types: [types].flat(), mapping: mapping as Definition }
  })
}

/** The definition that Elasticsearch gives a field it sees for the first time. */
export function dynamicDefinition(
  value: unknown,
  detectsDates: boolean,
  templates: readonly Template[],
): Definition {
  const { type, definition } = dynamicType(value, detectsDates)
  return templates.find(({ types }) => types.includes(type))?.mapping ?? definition
}

/** Formats by which a text that is not a number is taken for a date (`dynamic_date_formats`). */
const dateFormats = [
  dateFormat('strict_date_optional_time||epoch_millis'),
  dateFormat('yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis'),
]

function dynamicType(
  value: unknown,
  detectsDates: boolean,
): { type: DynamicType; definition: Definition } {
  if (typeof value === 'boolean') return { type: 'boolean', definition: { type: 'boolean' } }
  if (typeof value === 'number' || value instanceof Numeral) {
    if (/^-?\d+$/.test(String(value))) return { type: 'long', definition: { type: 'long' } }
    return { type: 'double', definition: { type: 'float' } }
  }
  const text = String(value)
  const mayBeDate = detectsDates && toNumber(text) === undefined
  const detected = mayBeDate
    ? dateFormats.find((format) => format.parse(text) !== undefined)
    : undefined
  if (detected === undefined) {
    const definition = { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } }
    return { type: 'string', definition }
  }
  const definition =
    detected === dateFormats[0] ? { type: 'date' } : { type: 'date', format: detected.pattern }
  return { type: 'date', definition }
}
