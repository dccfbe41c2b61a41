import { instant } from '../dates/math.js'
import { EngineError, unsupported } from '../errors.js'
import { Numeral } from '../exact-json.js'
import { isOnEarth, parsePoint } from '../geo/point.js'
import type { Value } from '../types.js'
import { dynamicDefinition } from './dynamic.js'
import type { FieldMapping } from './field-mapping.js'
import { numberType } from './field-mapping.js'
import { Mapping } from './mapping.js'
import { isNumber, stored, toNumber } from './numbers.js'

/**
 * A document as its index holds it: the values of every field, multi-fields included, in the order
 * of the source.
 */
export interface ParsedDocument {
  values: Map<FieldMapping, Value[]>
  /** Values that were left out (`ignore_above`, `ignore_malformed`), by field. */
  ignored: Map<string, unknown[]>
}

/**
 * Reads a document by the mapping, which learns the new fields unless the document is refused.
 * @throws EngineError document_parsing_exception, strict_dynamic_mapping_exception
 */
export function parseDocument(
  mapping: Mapping,
  id: string,
  source: Record<string, unknown>,
): ParsedDocument {
  const reader = new Reader(mapping, id)
  reader.readObject('', source)
  if (reader.learned.size === 0) return reader
  for (const [path, definition] of reader.learned) mapping.add(path, definition)
  const values = new Map(
    Array.from(reader.values, ([{ name }, found]) => [mapping.fields.get(name)!, found]),
  )
  return { values, ignored: reader.ignored }
}

class Reader {
  readonly values = new Map<FieldMapping, Value[]>()
  readonly ignored = new Map<string, unknown[]>()
  readonly learned = new Map<string, Record<string, unknown>>()
  readonly #mapping: Mapping
  readonly #id: string
  readonly #new = new Map<string, FieldMapping>()

  constructor(mapping: Mapping, id: string) {
    this.#mapping = mapping
    this.#id = id
  }

  readObject(prefix: string, object: Record<string, unknown>): void {
    for (const name of Object.keys(object)) this.#read(prefix + name, object[name])
  }

  #read(path: string, value: unknown): void {
    const field = this.#mapping.fields.get(path) ?? this.#new.get(path)
    if (field === undefined) this.#readUnknown(path, value)
    else this.#readField(field, value)
  }

  #readUnknown(path: string, value: unknown): void {
    if (this.#mapping.disabled.has(path) || value === null) return
    if (Array.isArray(value)) {
      for (const item of value) this.#read(path, item)
    } else if (typeof value === 'object' && !(value instanceof Numeral)) {
      this.#learnObject(path)
      this.readObject(`${path}.`, value as Record<string, unknown>)
    } else if (this.#mapping.objects.has(path)) {
      throw refusal(
        `object mapping for [${path}] tried to parse field [${path}] as object, but found a ` +
          'concrete value',
      )
    } else {
      const learned = this.#learn(path, value)
      if (learned !== undefined) this.#readField(learned, value)
    }
  }

  #learnObject(path: string): void {
    if (this.#mapping.knows(path) || this.#mapping.dynamic === 'false') return
    this.#refuseIfStrict(path)
    this.learned.set(path, {})
  }

  #learn(path: string, value: unknown): FieldMapping | undefined {
    if (this.#mapping.dynamic === 'false') return undefined
    this.#refuseIfStrict(path)
    const definition = dynamicDefinition(value, this.#mapping.detectsDates, this.#mapping.templates)
    this.learned.set(path, definition)
    const probe = new Mapping({}, this.#mapping.analysis)
    probe.add(path, definition)
    for (const [name, field] of probe.fields) this.#new.set(name, field)
    return probe.fields.get(path)
  }

  #refuseIfStrict(path: string): void {
    if (this.#mapping.dynamic !== 'strict') return
    const reason = `mapping set to strict, dynamic introduction of [${path}] within [_doc] is not allowed`
    throw new EngineError(400, 'strict_dynamic_mapping_exception', reason)
  }

  #readField(field: FieldMapping, value: unknown): void {
    if (Array.isArray(value) && !(field.kind === 'geo_point' && isNumber(value[0]))) {
      for (const item of value) this.#readField(field, item)
      return
    }
    const given = value === null ? field.nullValue : value
    if (given === undefined) return
    const read = readValue(field, given)
    if (read === undefined) {
      if (!field.ignoreMalformed)
        throw refusal(
          `failed to parse field [${field.name}] of type [${field.type}] in document with id ` +
            `'${this.#id}'`,
        )
      this.#ignore(field, given)
    } else if (typeof read === 'string' && read.length > field.ignoreAbove) {
      this.#ignore(field, given)
    } else {
      const kept = typeof read === 'string' ? field.normalize(read) : read
      const list = this.values.get(field)
      if (list === undefined) this.values.set(field, [kept])
      else list.push(kept)
    }
    for (const inner of field.fields) this.#readField(inner, given)
  }

  #ignore({ name }: FieldMapping, value: unknown): void {
    this.ignored.set(name, [...(this.ignored.get(name) ?? []), value])
  }
}

/** A value as its field stores it, or undefined when it cannot be one of the field's. */
function readValue(field: FieldMapping, given: unknown): Value | undefined {
  const value = given instanceof Numeral ? given.text : given
  switch (field.kind) {
    case 'text':
    case 'keyword':
      return typeof value === 'object' ? undefined : String(value)
    case 'long':
    case 'double': {
      const number = toNumber(value)
      return number === undefined ? undefined : stored(numberType(field), number)
    }
    case 'boolean':
      if (value === true || value === 'true') return true
      return value === false || value === 'false' || value === '' ? false : undefined
    case 'date': {
      const parts = typeof value === 'object' ? undefined : field.format.parse(String(value))
      return parts === undefined ? undefined : instant(parts, false)
    }
    case 'geo_point': {
      if (hasAltitude(value)) throw unsupported('altitudes of points')
      const point = parsePoint(value)
      return point !== undefined && isOnEarth(point) ? point : undefined
    }
  }
}

/** Whether a point has a third number, which Elasticsearch leaves out. */
function hasAltitude(value: unknown): boolean {
  const parts = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : []
  return parts.length === 3 && parts.every((part) => toNumber(part) !== undefined)
}

function refusal(reason: string): EngineError {
  return new EngineError(400, 'document_parsing_exception', reason)
}
