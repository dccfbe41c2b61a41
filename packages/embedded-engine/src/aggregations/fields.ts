import { illegalArgument, noFielddata, noNumber, numberError, unsupported } from '../errors.js'
import type { FieldKind, IndexView, Value } from '../types.js'
import type { Context } from './aggregation.js'
import { readDate } from './dates.js'

/** Kinds that hold numbers: dates as epoch milliseconds, booleans as 0 and 1. */
export const numeric: readonly FieldKind[] = ['long', 'double', 'date', 'boolean']
export const anyOrdered: readonly FieldKind[] = ['keyword', ...numeric]
export const anyKind: readonly FieldKind[] = [...anyOrdered, 'geo_point']

const noValues: readonly never[] = []

/** A field as an aggregation reads it, over every index of the search. */
export interface Field {
  /** Undefined when no index maps it. */
  kind: FieldKind | undefined
  /** Its name, as an aggregation on it is refused. */
  name?: string
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
  /** How dates are written. */
  format?: string
}

/**
 * The field of an aggregation.
 * @param kinds What the aggregation can work on; the first is taken for a field that no index maps.
 * @throws EngineError illegal_argument_exception when it is missing, a text, or of another kind.
 */
export function fieldOf(
  type: string,
  params: FieldParams,
  kinds: readonly FieldKind[],
  { views }: Context,
): Field {
  const { field: name, missing, format } = params
  if (name === undefined) {
    throw illegalArgument('Required one of fields [field, script], but none were specified.')
  }
  const kind = kindOf(type, name, kinds, views)
  const dateFormat =
    kind === 'date' ? views.map((view) => view.dateFormat(name)).find(Boolean) : undefined
  const instead =
    missing === undefined
      ? noValues
      : [missingValue(missing, kind ?? kinds[0]!, format ?? dateFormat)]
  const isBoolean = kind === 'boolean'

  function values(view: IndexView, doc: number): readonly Value[] {
    const found = name === '_index' ? [view.name] : view.values(name!, doc)
    return found.length === 0 ? instead : found
  }
  return {
    kind,
    name,
    dateFormat,
    values,
    numbers: (view, doc) =>
      isBoolean
        ? values(view, doc).map((value) => (value ? 1 : 0))
        : (values(view, doc) as readonly number[]),
  }
}

function kindOf(
  type: string,
  name: string,
  kinds: readonly FieldKind[],
  views: readonly IndexView[],
) {
  if (name === '_index' && kinds.includes('keyword')) return 'keyword'
  let common: FieldKind | undefined
  for (const view of views) {
    const kind = view.fieldKind(name)
    if (kind === undefined || kind === common) continue
    if (kind === 'text') throw noFielddata(name, view.name)
    if (!kinds.includes(kind)) {
      throw illegalArgument(
        `Field [${name}] of type [${view.fieldType(name)}] is not supported for aggregation ` +
          `[${type}]`,
      )
    }
    common = common === undefined ? kind : widest(name, common, kind)
  }
  return common
}

function widest(name: string, one: FieldKind, other: FieldKind): FieldKind {
  const both = [one, other]
  if (both.includes('long') && both.includes('double')) return 'double'
  throw illegalArgument(
    `Field [${name}] is of type [${one}] in one index and [${other}] in another`,
  )
}

function missingValue(missing: unknown, kind: FieldKind, dateFormat: string | undefined): Value {
  if (kind === 'keyword') return String(missing)
  if (kind === 'boolean') return missing === true || missing === 'true'
  if (kind === 'date') return readDate(missing, dateFormat)
  if (kind === 'geo_point') throw unsupported('missing of a geo_point field')
  const value = Number(missing)
  if (typeof missing !== 'boolean' && Number.isFinite(value)) return value
  throw numberError(noNumber(String(missing)))
}
