import { Analysis } from '../analysis/analysis.js'
import { type EngineError, illegalArgument, unsupported } from '../errors.js'
import { unknownName } from '../lacking.js'
import { dynamicTemplates } from './dynamic.js'
import { type FieldMapping, fieldMapping, mappingError } from './field-mapping.js'

/** What happens to fields of documents that the mapping does not name. */
export type Dynamic = 'true' | 'false' | 'strict'

/** A definition as Elasticsearch writes it: of a field, or of an object with `properties`. */
type Definition = Record<string, unknown>

/** The fields of one index by their full paths; grows when documents bring new fields. */
export class Mapping {
  /** Every field, multi-fields included. */
  readonly fields = new Map<string, FieldMapping>()
  readonly objects = new Set<string>()
  /** Objects whose content is kept in the source only (`enabled: false`). */
  readonly disabled = new Set<string>()
  readonly dynamic: Dynamic
  readonly detectsDates: boolean
  /** How fields are mapped that documents bring, by the type of their first value. */
  readonly templates: ReturnType<typeof dynamicTemplates>
  readonly analysis: Analysis
  readonly #root: Definition

  /** @throws EngineError for anything that the embedded engine does not know. */
  constructor(definition: Definition = {}, analysis = new Analysis()) {
    this.analysis = analysis
    const {
      properties = {},
      dynamic = true,
      date_detection: dates,
      dynamic_templates,
      _meta,
      ...rest
    } = definition
    for (const name of Object.keys(rest)) {
      const mistake = mappingError(`Root mapping definition has unsupported parameters: [${name}]`)
      throw unknownName('a mapping', name, mistake)
    }
    if (dynamic === 'runtime') throw unsupported('dynamic runtime of a mapping')
    if (!['true', 'false', 'strict'].includes(String(dynamic)))
      throw mappingError(`unknown [dynamic] value`)
    this.dynamic = String(dynamic) as Dynamic
    this.detectsDates = String(dates ?? true) === 'true'
    this.templates = dynamicTemplates(dynamic_templates ?? [])
    this.#root = {
      ...(_meta === undefined ? {} : { _meta }),
      ...(dynamic === true ? {} : { dynamic: this.dynamic }),
      ...(dynamic_templates === undefined ? {} : { dynamic_templates }),
      ...(dates === undefined ? {} : { date_detection: this.detectsDates }),
    }
    this.#addProperties('', properties)
  }

  /** Adds a field or object; its parents are made when missing. */
  add(path: string, definition: Definition): void {
    const isObject = definition.type === 'object' || (definition.type === undefined && path !== '')
    const at = path.lastIndexOf('.')
    if (at >= 0) this.#addObject(path.slice(0, at), true)
    if (isObject) {
      const { properties = {}, enabled = true, type: _, ...rest } = definition
      for (const name of Object.keys(rest)) {
        throw unknownName(
          'an object',
          name,
          mappingError(`unsupported parameters on object [${path}]`),
        )
      }
      this.#addObject(path, String(enabled) === 'true')
      this.#addProperties(`${path}.`, properties)
    } else {
      this.#addField(fieldMapping(path, definition, this.analysis))
      this.#propertiesOf(path.slice(0, Math.max(at, 0)))[path.slice(at + 1)] = definition
    }
  }

  /** Whether a path names a field, an object or a part of one. */
  knows(path: string): boolean {
    return this.fields.has(path) || this.objects.has(path)
  }

  /** What the operator has noted on the index. */
  set meta(meta: Definition) {
    this.#root._meta = meta
  }

  toJSON(): Definition {
    return this.#root
  }

  #addProperties(prefix: string, properties: unknown): void {
    if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) {
      throw mappingError('Expected map for property [properties]')
    }
    for (const [name, definition] of Object.entries(properties))
      this.add(prefix + name, definition as Definition)
  }

  #addField(field: FieldMapping): void {
    if (this.objects.has(field.name)) throw changeError(field.name)
    this.fields.set(field.name, field)
    for (const inner of field.fields) this.#addField(inner)
  }

  #addObject(path: string, enabled: boolean): void {
    if (this.objects.has(path)) return
    if (this.fields.has(path)) throw changeError(path)
    const at = path.lastIndexOf('.')
    if (at >= 0) this.#addObject(path.slice(0, at), true)
    this.objects.add(path)
    if (!enabled) this.disabled.add(path)
    this.#propertiesOf(at < 0 ? '' : path.slice(0, at))[path.slice(at + 1)] = enabled
      ? {}
      : { type: 'object', enabled }
  }

  #propertiesOf(path: string): Definition {
    let node = this.#root
    for (const name of path === '' ? [] : path.split('.'))
      node = (node.properties as Definition)[name] as Definition
    node.properties ??= {}
    return node.properties as Definition
  }
}

function changeError(path: string): EngineError {
  return illegalArgument(`can't merge a non object mapping [${path}] with an object mapping`)
}
