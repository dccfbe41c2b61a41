import { type EngineError, illegalArgument, numberError, unsupported } from '../errors.js'
import type { FieldKind, IndexView, Value } from '../types.js'
import type { Context } from './aggregation.js'
import { readDate } from './dates.js'

/** Kinds that hold numbers: dates as epoch milliseconds, booleans as 0 and 1. */
export const numeric: readonly FieldKind[] = ['long', 'double', 'date', 'boolean']
export const anyOrdered: readonly FieldKind[] = ['keyword', ...numeric]
export const anyKind: readonly FieldKind[] = [...anyOrdered, 'geo_point']

const none: readonly never[] = []

/** A field as an aggregation reads it, over every index of the search. */
export interface Field {
  /** Undefined when no index maps it. */
  kind: FieldKind | undefined
  /** How its mapping writes dates, when it is a date. */
  dateFormat: string | undefined
  /** Its values in a document, ascending; the value of `missing` when there are none. */
  values(view: IndexView, doc: number): readonly Value[]
  /** The same as numbers. */
  numbers(view: IndexView, doc: number): readonly number[]
}

/** The parameters that name a field. */
export interface FieldParams {
  field?: string
  /** What a document without a value counts as. */
  missing?: unknown
}

/**
 * The field of an aggregation.
 * @param kinds What the aggregation can work on; the first is taken for a field that no index maps.
 * @throws EngineError illegal_argument_exception when it is missing, a text, or of another kind.
 */
export function fieldOf(type: string, params: FieldParams, kinds: readonly FieldKind[], { views }: Context): Field {
  const { field: name, missing } = params
  if (name === undefined) {
    throw illegalArgument('Required one of fields [field, script], but none were specified.')
  }
  const kind = kindOf(type, name, kinds, views)
  const dateFormat = kind === 'date' ? views.map((view) => view.dateFormat(name)).find(Boolean) : undefined
  const instead = missing === undefined ? none : [missingValue(missing, kind ?? kinds[0]!, dateFormat)]
  const isBoolean = kind === 'boolean'

  function values(view: IndexView, doc: number): readonly Value[] {
    const found = view.values(name!, doc)
    return found.length === 0 ? instead : found
  }
  return {
    kind,
    dateFormat,
    values,
    numbers: (view, doc) =>
      isBoolean ? values(view, doc).map((value) => (value ? 1 : 0)) : (values(view, doc) as readonly number[]),
  }
}

function kindOf(type: string, name: string, kinds: readonly FieldKind[], views: readonly IndexView[]) {
  let common: FieldKind | undefined
  for (const view of views) {
    const kind = view.fieldKind(name)
    if (kind === undefined || kind === common) continue
    if (kind === 'text') throw noFielddata(name, view.name)
    if (!kinds.includes(kind)) {
      throw illegalArgument(`Field [${name}] of type [${kind}] is not supported for aggregation [${type}]`)
    }
    common = common === undefined ? kind : widest(name, common, kind)
  }
  return common
}

function widest(name: string, one: FieldKind, other: FieldKind): FieldKind {
  const both = [one, other]
  if (both.includes('long') && both.includes('double')) return 'double'
  throw illegalArgument(`Field [${name}] is of type [${one}] in one index and [${other}] in another`)
}

function noFielddata(field: string, index: string): EngineError {
  return illegalArgument(
    `Fielddata is disabled on [${field}] in [${index}]. Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [${field}] in order to load field data by uninverting the inverted index. Note that this can use significant memory.`,
  )
}

function missingValue(missing: unknown, kind: FieldKind, dateFormat: string | undefined): Value {
  if (kind === 'keyword') return String(missing)
  if (kind === 'boolean') return missing === true || missing === 'true'
  if (kind === 'date') return readDate(missing, dateFormat)
  if (kind === 'geo_point') throw unsupported('missing of a geo_point field')
  const value = Number(missing)
  if (typeof missing !== 'boolean' && Number.isFinite(value)) return value
  throw numberError('For input string of [missing]')
}
