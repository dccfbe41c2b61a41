import { fieldRows } from '../../../directory/fields/fields.js'
import { amount } from '../kit/format.js'
import { facetWords, readable } from '../kit/words.js'
import type { Place } from '../map/points.js'
import { isObject } from './query.js'

const amounts = new Set<string>(
  fieldRows.flatMap(([name, { kind }]) => (kind === 'money' ? [name] : [])),
)
const names = new Set(['name', 'city', 'street'])
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** A value of a field as text to read. */
export function shown(field: string, value: unknown, country?: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map((item) => shown(field, item, country)).join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return numberOf(field, value, country)
  if (isObject(value)) {
    const place = placeIn(value)
    return place ? `${place.lat}, ${place.lon}` : JSON.stringify(value)
  }
  return names.has(field) ? readable(String(value)) : facetWords(field, String(value))
}

function numberOf(field: string, value: number, country: unknown): string {
  if (/year/.test(field)) return String(value)
  return amount(value, amounts.has(field) ? country : undefined, whole.format)
}

/**
 * The place in a value of one of the forms of Elasticsearch: an object, `lat,lon`, `[lon, lat]`.
 */
export function placeIn(value: unknown): Place | undefined {
  const [lat, lon] = axesOf(value)
  return Number.isFinite(lat) && Number.isFinite(lon)
    ? { lat: Number(lat), lon: Number(lon) }
    : undefined
}

function axesOf(value: unknown): unknown[] {
  if (typeof value === 'string') return value.split(',').map(Number)
  if (Array.isArray(value)) return [value[1], value[0]]
  return isObject(value) ? [value.lat, value.lon] : []
}

/** `founded_year` and `legal_status.keyword` in words: Founded year, Legal status. */
export function titleOf(field: string): string {
  const words = field
    .replace(/\.(?:keyword|stem|prefix)$/, '')
    .replaceAll(/[_.]+/g, ' ')
    .trim()
  return words.replace(/^\p{L}/u, (letter) => letter.toUpperCase())
}
