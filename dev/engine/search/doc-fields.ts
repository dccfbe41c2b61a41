import { dateFormat } from '../dates/format.js'
import type { Shard } from '../index/shard.js'
import { parseDocument } from '../mapping/document.js'
import type { FieldMapping } from '../mapping/field-mapping.js'
import { isObject, type Json } from '../queries/options.js'
import { namePattern } from '../queries/patterns.js'
import type { GeoPoint, Value } from '../types.js'
import { parsingError } from '../types.js'

/** A field that a hit shall show in `fields`, by name or pattern; dates in a format. */
export interface FieldRequest {
  field: string
  format: string | undefined
}

/** Reads `fields` or `docvalue_fields`. @throws EngineError */
export function parseFieldRequests(value: unknown): FieldRequest[] {
  if (!Array.isArray(value)) throw parsingError('[fields] must be an array')
  return value.map((item) => {
    if (typeof item === 'string') return { field: item, format: undefined }
    const { field, format, ...rest } = isObject(item) ? item : {}
    if (typeof field !== 'string' || Object.keys(rest).length > 0) throw parsingError('[fields] unknown field')
    return { field, format: typeof format === 'string' ? format : undefined }
  })
}

/** What `fields` shows of a document: the values of its source, as their fields read them. */
export function shownFields(shard: Shard, source: Json, requests: readonly FieldRequest[]): Json {
  const shown: Json = {}
  if (requests.length === 0) return shown
  const { values } = parseDocument(shard.mapping, '', source)
  for (const [mapping, held] of values) {
    const request = requests.find(({ field }) => namePattern(field)(mapping.name))
    if (request !== undefined) shown[mapping.name] = held.map((value) => shownValue(mapping, value, request, geoJson))
  }
  return shown
}

/** What `docvalue_fields` shows of a document: its doc values, sorted. */
export function shownDocValues(shard: Shard, doc: number, requests: readonly FieldRequest[]): Json {
  const shown: Json = {}
  for (const request of requests) {
    const isNamed = namePattern(request.field)
    for (const [name, mapping] of shard.mapping.fields) {
      const held = mapping.kind !== 'text' && isNamed(name) ? (shard.field(name)?.column?.all(doc) ?? []) : []
      if (held.length > 0)
        shown[name] = held.map((value) => shownValue(mapping, value, request, ({ lat, lon }) => `${lat}, ${lon}`))
    }
  }
  return shown
}

function shownValue(
  mapping: FieldMapping,
  value: Value,
  { format }: FieldRequest,
  point: (value: GeoPoint) => unknown,
): unknown {
  if (mapping.kind === 'geo_point') return point(value as GeoPoint)
  if (mapping.kind !== 'date') return value
  return (format === undefined ? mapping.format : dateFormat(format)).print(value as number)
}

function geoJson({ lat, lon }: GeoPoint): unknown {
  return { coordinates: [lon, lat], type: 'Point' }
}
