import {
  contentError,
  illegalArgument,
  nameClauseOnError,
  parseError,
  parsingError,
  unsupported,
} from '../errors.js'
import { unitMeters } from '../geo/distance.js'
import { parsePoint, pointFault } from '../geo/point.js'
import { unknownName } from '../lacking.js'
import { takeValidation } from '../queries/geo.js'
import { isObject, type Json, Options, type Scalar } from '../queries/options.js'
import type { GeoPoint } from '../types.js'

export type Order = 'asc' | 'desc'
export type Mode = 'min' | 'max' | 'sum' | 'avg' | 'median'

/** One criterion of a sort, as the request gives it. */
export type SortCriterion =
  | { by: 'score' | 'doc'; order: Order }
  | {
      by: 'field'
      order: Order
      field: string
      mode: Mode | undefined
      /** `_last`, `_first` or a value that stands for a missing one. */
      missing: Scalar
      unmappedType: string | undefined
      format: string | undefined
    }
  | {
      by: 'distance'
      order: Order
      field: string
      points: GeoPoint[]
      mode: Mode | undefined
      plane: boolean
      /** Metres that one unit of the sort value is. */
      unit: number
      ignoreUnmapped: boolean
    }

/**
 * Reads `sort`; undefined when hits are sorted by score, as they are without it. @throws
 * EngineError
 */
export function parseSort(value: unknown): SortCriterion[] | undefined {
  const list = value === undefined ? [] : Array.isArray(value) ? value : [value]
  const criteria = list.flatMap(parseElement)
  const [first, second] = criteria
  if (
    first === undefined ||
    (second === undefined && first.by === 'score' && first.order === 'desc')
  )
    return undefined
  return criteria
}

function parseElement(element: unknown): SortCriterion[] {
  if (typeof element === 'string') return [byName(element, {})]
  if (!isObject(element))
    throw parsingError(
      'malformed sort format, within the sort array, an object, or an actual string are allowed',
    )
  return Object.entries(element).map(([name, options]) => {
    if (typeof options === 'string') return byName(name, { order: options })
    if (!isObject(options))
      throw parsingError(`malformed sort format, [${name}] must be an object or an order`)
    return byName(name, options)
  })
}

function byName(name: string, body: Json): SortCriterion {
  if (name === '_script' || name === '_shard_doc') throw unsupported(`${name} of sort`)
  const options = new Options(sortName(name), body)
  const order = nameClauseOnError(sortName(name), 'order', () =>
    options.choice('order', ['asc', 'desc'] as const, name === '_score' ? 'desc' : 'asc'),
  )
  if (name === '_score' || name === '_doc') {
    finish(options)
    return { by: name === '_score' ? 'score' : 'doc', order }
  }
  const mode = modeOf(options)
  if (name === '_geo_distance') return byDistance(options, order, mode)
  const unmappedType = options.text('unmapped_type')
  const criterion: SortCriterion = {
    by: 'field',
    order,
    field: name,
    mode,
    missing: options.scalar('missing') ?? '_last',
    unmappedType,
    format: options.text('format'),
  }
  finish(options)
  return criterion
}

function byDistance(options: Options, order: Order, mode: Mode | undefined): SortCriterion {
  const plane = options.choice('distance_type', ['arc', 'plane'] as const, 'arc') === 'plane'
  const unitName = options.text('unit') ?? 'm'
  const unit = unitMeters(unitName)
  const ignoreUnmapped = options.flag('ignore_unmapped', false)
  takeValidation(options)
  const [field] = options.unread
  const given = field === undefined ? undefined : options.any(field)
  const points = parsePoints(given)
  if (unit === undefined) throw illegalArgument(`No distance unit match [${unitName}]`)
  if (field === undefined) throw parsingError('[_geo_distance] must name a field')
  if (points === undefined) throw parseError(pointFault(given))
  if (mode === 'sum')
    throw illegalArgument("sort_mode [sum] isn't supported for sorting by geo distance")
  finish(options)
  return { by: 'distance', order, field, points, mode, plane, unit, ignoreUnmapped }
}

/** One point or a list of them; two numbers are one point. */
function parsePoints(value: unknown): GeoPoint[] | undefined {
  const one = parsePoint(value)
  if (one !== undefined) return [one]
  const points = Array.isArray(value) ? value.map(parsePoint) : []
  return points.length > 0 && !points.includes(undefined) ? (points as GeoPoint[]) : undefined
}

function modeOf(options: Options): Mode | undefined {
  if (!options.has('mode')) return undefined
  return options.choice('mode', ['min', 'max', 'sum', 'avg', 'median'] as const, 'min')
}

function sortName(name: string): string {
  return name.startsWith('_') ? name.slice(1) : 'field_sort'
}

function finish(options: Options): void {
  for (const name of options.unread) {
    throw unknownName('sort', name, contentError(`[${options.clause}] unknown field [${name}]`))
  }
}
