import type { Analysis } from '../analysis/analysis.js'
import type { Analyzer } from '../analysis/analyzers.js'
import { type DateFormat, dateFormat, defaultFormat } from '../dates/format.js'
import { EngineError, illegalArgument } from '../errors.js'
import { unknownName } from '../lacking.js'
import type { FieldKind } from '../types.js'
import type { NumberType } from './numbers.js'

/** Field types by Elasticsearch's names, with the kind that queries and aggregations see. */
const kinds = {
  text: 'text',
  keyword: 'keyword',
  long: 'long',
  integer: 'long',
  short: 'long',
  byte: 'long',
  double: 'double',
  float: 'double',
  date: 'date',
  boolean: 'boolean',
  geo_point: 'geo_point',
} as const satisfies Record<string, FieldKind>

export type FieldType = keyof typeof kinds

/** One field of a mapping: how its values are read, indexed and asked for. */
export interface FieldMapping {
  /** Full path, such as `address.city` or `name.keyword`. */
  name: string
  type: FieldType
  kind: FieldKind
  /**
   * Words of a text field, in documents and in queries; of a keyword field the one value, by its
   * normalizer.
   */
  analyzer: Analyzer
  searchAnalyzer: Analyzer
  /**
   * A whole value as a keyword field keeps it and is asked for it; a text field is asked for terms
   * as they are given.
   */
  normalize(value: string): string
  /** Keyword values longer than this (UTF-16 units) are kept in the source only. */
  ignoreAbove: number
  /** Values that cannot be read are left out instead of refusing the document. */
  ignoreMalformed: boolean
  format: DateFormat
  /** What an explicit null stands for. */
  nullValue: unknown
  /** Multi-fields: the same value indexed in another way. */
  fields: FieldMapping[]
}

/** Parameters that each type takes besides `type`, `fields` and `meta`. */
const parameters: Readonly<Record<FieldKind, readonly string[]>> = {
  text: ['analyzer', 'search_analyzer'],
  keyword: ['ignore_above', 'normalizer', 'null_value'],
  long: ['ignore_malformed', 'null_value'],
  double: ['ignore_malformed', 'null_value'],
  date: ['format', 'ignore_malformed', 'null_value'],
  boolean: ['ignore_malformed', 'null_value'],
  geo_point: ['ignore_malformed', 'null_value'],
}

/**
 * Reads one field's definition. @throws EngineError for a type or parameter that the embedded
 * engine does not know.
 */
export function fieldMapping(
  name: string,
  definition: Record<string, unknown>,
  analysis: Analysis,
): FieldMapping {
  const { type, fields = {}, meta: _, ...rest } = definition
  if (typeof type !== 'string' || !Object.hasOwn(kinds, type)) {
    const mistake = `No handler for type [${type}] declared on field [${name}]`
    throw unknownName('field type', String(type), mappingError(mistake))
  }
  const kind = kinds[type as FieldType]
  for (const parameter of Object.keys(rest)) {
    if (!parameters[kind].includes(parameter)) {
      const mistake = mappingError(
        `unknown parameter [${parameter}] on mapper [${name}] of type [${type}]`,
      )
      throw unknownName(
        `a ${kind === 'long' || kind === 'double' ? 'number' : kind} field`,
        parameter,
        mistake,
      )
    }
  }
  const named = (sort: 'analyzer' | 'normalizer', chosen: unknown): Analyzer => {
    const found = analysis[sort](String(chosen))
    if (found !== undefined) return found
    const mistake = mappingError(
      `${sort} [${chosen}] has not been configured in mappings of [${name}]`,
    )
    throw unknownName(sort, String(chosen), mistake)
  }
  const analyzer =
    rest.normalizer === undefined
      ? named('analyzer', kind === 'text' ? (rest.analyzer ?? 'standard') : 'keyword')
      : named('normalizer', rest.normalizer)
  return {
    name,
    type: type as FieldType,
    kind,
    analyzer,
    searchAnalyzer:
      rest.search_analyzer === undefined ? analyzer : named('analyzer', rest.search_analyzer),
    normalize: kind === 'keyword' ? analyzer.normalize : (value) => value,
    ignoreAbove: Number(rest.ignore_above ?? Number.POSITIVE_INFINITY),
    ignoreMalformed: String(rest.ignore_malformed) === 'true',
    format: typeof rest.format === 'string' ? dateFormat(rest.format) : defaultFormat,
    nullValue: rest.null_value,
    fields: Object.entries(fields as Record<string, Record<string, unknown>>).map(([key, inner]) =>
      fieldMapping(`${name}.${key}`, inner, analysis),
    ),
  }
}

/** The kind of a field type by its name. @throws EngineError */
export function kindOf(type: string): FieldKind {
  if (Object.hasOwn(kinds, type)) return kinds[type as FieldType]
  throw unknownName('field type', type, illegalArgument(`No mapper found for type [${type}]`))
}

export function numberType(mapping: FieldMapping): NumberType {
  return mapping.type as NumberType
}

export function mappingError(reason: string): EngineError {
  return new EngineError(400, 'mapper_parsing_exception', `Failed to parse mapping: ${reason}`)
}
