import { isObject } from '../kit/objects.js'
import { type Organization, organizationFields } from './format.js'
import type { FieldType } from './mapping.js'
import { RefusedRow } from './refused-row.js'

/** Elasticsearch's limit on `_id`, in bytes. */
const longestId = 512

/** What a value of each type must be. */
const types: Record<FieldType, { isRight(value: unknown): boolean; wanted: string }> = {
  text: { isRight: isText, wanted: 'a text' },
  keyword: { isRight: isText, wanted: 'a text' },
  integer: { isRight: (value) => isWhole(value, 2 ** 31 - 1), wanted: 'a whole number of 32 bits' },
  long: { isRight: (value) => isWhole(value, Number.MAX_SAFE_INTEGER), wanted: 'a whole number' },
  date: { isRight: isDate, wanted: 'a date, YYYY-MM-DD or YYYY-MM' },
  boolean: { isRight: (value) => typeof value === 'boolean', wanted: 'true or false' },
  geo_point: { isRight: isPlace, wanted: 'an object of lat (-90 to 90) and lon (-180 to 180)' },
}

/**
 * A line of an NDJSON file as an organization. Fields that the directory does not know are kept as they are.
 * @throws RefusedRow naming the field that is wrong.
 */
export function organizationFromJson(text: string): Organization {
  let row: unknown
  try {
    row = JSON.parse(text)
  } catch {
    throw new RefusedRow('not valid JSON')
  }
  if (!isObject(row)) throw new RefusedRow('not a JSON object')
  // fromEntries: an assignment to a field called __proto__ would change the prototype
  const organization = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
  for (const [field, value] of Object.entries(organization)) {
    if (Object.hasOwn(organizationFields, field)) {
      const { isRight, wanted } = types[organizationFields[field as keyof Organization].type]
      if (!isRight(value)) throw new RefusedRow(`${field} must be ${wanted}`)
    }
  }
  const { id, name } = organization
  if (!isText(id) || id === '' || Buffer.byteLength(id) > longestId) {
    throw new RefusedRow(`id must be a text of 1 to ${longestId} bytes`)
  }
  if (!isText(name) || name.trim() === '') throw new RefusedRow('name is empty')
  return organization as unknown as Organization
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isWhole(value: unknown, most: number): boolean {
  return Number.isInteger(value) && Math.abs(value as number) <= most
}

function isDate(value: unknown): boolean {
  if (!isText(value) || !/^\d{4}-\d{2}(-\d{2})?$/.test(value)) return false
  const date = new Date(value)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

function isPlace(value: unknown): boolean {
  const { lat, lon } = value as { lat?: unknown; lon?: unknown }
  const isDegree = (degrees: unknown, most: number) => typeof degrees === 'number' && Math.abs(degrees) <= most
  return typeof value === 'object' && isDegree(lat, 90) && isDegree(lon, 180)
}
