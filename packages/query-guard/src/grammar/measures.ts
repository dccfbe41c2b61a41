import { either, number, shaped, text } from '../rule/builders.js'
import { toText } from '../rule/json-value.js'

/** Durations and distances, as Elasticsearch reads them (TimeValue, DistanceUnit). */

const secondsOfUnit: Readonly<Record<string, number>> = {
  nanos: 1e-9,
  micros: 1e-6,
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
}
const span = /^ *\+?(\d{1,12}) *(nanos|micros|ms|s|m|h|d) *$/i

/**
 * Seconds of `30s`, `1500ms` or `2 H`, else NaN. `M` would be months, which have no fixed length.
 */
export function parseSeconds(value: unknown): number {
  const [, count, unit = ''] = span.exec(toText(value)) ?? []
  return count === undefined || unit === 'M'
    ? Number.NaN
    : Number(count) * secondsOfUnit[unit.toLowerCase()]!
}

const metresOfUnit: Readonly<Record<string, number>> = {
  ...{ in: 0.0254, inch: 0.0254, yd: 0.9144, yards: 0.9144, ft: 0.3048, feet: 0.3048 },
  ...{
    km: 1000,
    kilometers: 1000,
    NM: 1852,
    nmi: 1852,
    nauticalmiles: 1852,
    mm: 0.001,
    millimeters: 0.001,
  },
  ...{ cm: 0.01, centimeters: 0.01, mi: 1609.344, miles: 1609.344, m: 1, meters: 1, '': 1 },
}
/** A decimal number as Java reads it, and a unit: `20km`, `.5 mi`, `1e3m`. */
const length =
  /^ *(\+?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})(?:e[+-]?\d{1,3})?) *([a-zA-Z]{0,16})$/i

/** Metres of a distance such as `20km`, else NaN. */
export function parseMetres(value: string): number {
  const [, count, unit = ''] = length.exec(value) ?? []
  return count === undefined ? Number.NaN : Number(count) * (metresOfUnit[unit] ?? Number.NaN)
}

/** A distance: `20km`, or a number of metres. */
export const distance = either({
  string: shaped(length, 'a distance such as 20km'),
  number: number(0),
})
export const distanceUnit = text(16)
