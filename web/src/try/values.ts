import { readable } from '../directory/words.js'
import { isObject } from './query.js'

const amounts = new Set(['revenue', 'income', 'assets'])
const names = new Set(['name', 'city', 'street'])
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** A value of a field as text to read. */
export function shown(field: string, value: unknown, country?: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map((item) => shown(field, item, country)).join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return numberOf(field, value, country)
  if (isObject(value)) return placeIn(value) ?? JSON.stringify(value)
  return names.has(field) ? readable(String(value)) : String(value)
}

function numberOf(field: string, value: number, country: unknown): string {
  if (/year/.test(field)) return String(value)
  const sign = amounts.has(field) && country === 'US' ? '$' : ''
  return `${value < 0 ? '−' : ''}${sign}${whole.format(Math.abs(value))}`
}

function placeIn({ lat, lon }: Record<string, unknown>): string | undefined {
  return typeof lat === 'number' && typeof lon === 'number' ? `${lat}, ${lon}` : undefined
}

/** `founded_year` and `legal_status.keyword` in words: Founded year, Legal status. */
export function titleOf(field: string): string {
  const words = field
    .replace(/\.(?:keyword|stem|prefix)$/, '')
    .replaceAll(/[_.]+/g, ' ')
    .trim()
  return words.replace(/^\p{L}/u, (letter) => letter.toUpperCase())
}
