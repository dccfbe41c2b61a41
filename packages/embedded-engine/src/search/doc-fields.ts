import { dateFormat } from '../dates/format.js'
import { illegalArgument, parsingError, unsupported } from '../errors.js'
import type { Shard } from '../index/shard.js'
import { unknownName } from '../lacking.js'
import { parseDocument } from '../mapping/document.js'
import type { FieldMapping } from '../mapping/field-mapping.js'
import { shortest } from '../mapping/floats.js'
import { isObject, type Json } from '../queries/options.js'
import { namePattern } from '../queries/patterns.js'
import type { FieldKind, GeoPoint, Value } from '../types.js'

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
    const [unknown = ''] = Object.keys(rest)
    if (typeof field !== 'string' || unknown !== '') {
      throw unknownName('fields', unknown, parsingError('[fields] unknown field'))
    }
    return { field, format: typeof format === 'string' ? format : undefined }
  })
}

/**
 * What `fields` shows of a document: the values of its source as their fields read them, and those
 * they left out.
 */
export function shownFields(
  shard: Shard,
  source: Json,
  requests: readonly FieldRequest[],
): { fields: Json; ignored: Json } {
  const [fields, left]: [Json, Json] = [{}, {}]
  if (requests.length === 0) return { fields, ignored: left }
  const requestFor = (name: string) => requests.find(({ field }) => namePattern(field)(name))
  const { values, ignored } = parseDocument(shard.mapping, '', source)
  for (const [mapping, held] of values) {
    const request = requestFor(mapping.name)
    if (request === undefined) continue
    if (request.format !== undefined) checkFormat(mapping, 'geo_point')
    fields[mapping.name] = held.map((value) => shownValue(mapping, value, request, geoJson))
  }
  for (const [name, held] of ignored) if (requestFor(name) !== undefined) left[name] = held
  return { fields, ignored: left }
}

/** What `docvalue_fields` shows of a document: its doc values, sorted. */
export function shownDocValues(shard: Shard, doc: number, requests: readonly FieldRequest[]): Json {
  const shown: Json = {}
  for (const request of requests) {
    const isNamed = namePattern(request.field)
    for (const [name, mapping] of shard.mapping.fields) {
      const held =
        mapping.kind !== 'text' && isNamed(name) ? (shard.field(name)?.column.all(doc) ?? []) : []
      if (held.length === 0) continue
      if (request.format !== undefined) checkFormat(mapping, 'long', 'double')
      shown[name] = held.map((value) =>
        shownValue(mapping, value, request, ({ lat, lon }) => `${lat}, ${lon}`),
      )
    }
  }
  return shown
}

/**
 * Only dates are shown in a format here.
 * @param others kinds that Elasticsearch has formats for at this place too
 * @throws EngineError for a field of any other kind
 */
function checkFormat({ kind, name, type }: FieldMapping, ...others: FieldKind[]): void {
  if (kind === 'date') return
  if (others.includes(kind)) throw unsupported('format of such a field')
  throw illegalArgument(`Field [${name}] of type [${type}] doesn't support formats.`)
}

function shownValue(
  mapping: FieldMapping,
  value: Value,
  { format }: FieldRequest,
  point: (value: GeoPoint) => unknown,
): unknown {
  if (mapping.kind === 'geo_point') return point(value as GeoPoint)
  if (mapping.type === 'float') return shortest(value as number)
  if (mapping.kind !== 'date') return value
  return (format === undefined ? mapping.format : dateFormat(format)).print(value as number)
}

function geoJson({ lat, lon }: GeoPoint): unknown {
  return { coordinates: [lon, lat], type: 'Point' }
}
