import { isFuture } from '../../../kit/api/dates.js'
import { jsonFault } from '../../../kit/api/json.js'
import { isObject } from '../../../kit/config/objects.js'
import { listFields } from '../../fields/fields.js'
import { type FieldType, fieldMappings } from '../../fields/mapping.js'
import type { Organization } from '../../fields/organization.js'

import { membersOf } from './json-members.js'
import { RefusedRow } from './refused-row.js'

/** Elasticsearch's limit on `_id`, in bytes. */
const longestId = 512

/** The valid values of each type. */
const types: Record<FieldType, { isRight(value: unknown): boolean; wanted: string }> = {
  text: { isRight: isText, wanted: 'a text' },
  keyword: { isRight: isText, wanted: 'a text' },
  integer: {
    isRight: (value) => isIntegerUpTo(value, 2 ** 31 - 1),
    wanted: 'a whole number of 32 bits',
  },
  long: {
    isRight: (value) => isIntegerUpTo(value, Number.MAX_SAFE_INTEGER),
    wanted: 'a whole number within 2^53',
  },
  double: { isRight: Number.isFinite, wanted: 'a number' },
  date: {
    isRight: isDate,
    wanted: 'a date, YYYY-MM-DD or YYYY-MM, or a time, YYYY-MM-DDThh:mm:ss.sssZ',
  },
  boolean: { isRight: (value) => typeof value === 'boolean', wanted: 'true or false' },
  geo_point: {
    isRight: isPlace,
    wanted: 'an object of the numbers lat (-90 to 90) and lon (-180 to 180) alone',
  },
}

/** An organization, and its fields as they were written. */
export interface WrittenOrganization {
  organization: Organization
  /** JSON of each field: numbers have all their digits here. */
  written: ReadonlyMap<string, string>
}

/** The loader computes it: what a row says is not read. */
const computed: ReadonlySet<string> = new Set(['magnitude', 'initials'])

/**
 * A line of an NDJSON file as an organization. Unknown fields are kept as they are written; null in
 * a known field means that it is absent.
 * @throws RefusedRow naming the invalid field.
 */
export function organizationFromJson(text: string): WrittenOrganization {
  const row = objectOf(text)
  const written = membersOf(text)
  for (const field of computed) written.delete(field)
  // fromEntries: an assignment to a field called __proto__ would change the prototype
  const organization = Object.fromEntries(
    Object.entries(row).filter(
      ([field, value]) => !computed.has(field) && (value !== null || !isKnown(field)),
    ),
  )
  for (const [field, value] of Object.entries(organization)) {
    if (isKnown(field)) checkKnown(field, value)
    else checkOwnName(field)
  }
  const { registered_on: registered = '1800' } = organization
  if (String(registered) < '1000' || isFuture(String(registered)))
    throw new RefusedRow('registered_on must be from the year 1000 to today')
  const { id, name } = organization
  if (!isText(id) || id === '' || Buffer.byteLength(id) > longestId) {
    throw new RefusedRow(`id must be a text of 1 to ${longestId} bytes`)
  }
  if (!isText(name) || name.trim() === '') throw new RefusedRow('name is empty')
  return { organization: organization as unknown as Organization, written }
}

function objectOf(text: string): Record<string, unknown> {
  let row: unknown
  try {
    row = JSON.parse(text)
  } catch {
    const { column = 1, expected = 'JSON' } = jsonFault(text) ?? {}
    throw new RefusedRow(`not valid JSON: column ${column}: ${expected} is expected`)
  }
  if (!isObject(row)) throw new RefusedRow('not a JSON object')
  return row
}

function isKnown(field: string): field is keyof Organization {
  return Object.hasOwn(fieldMappings, field)
}

function checkKnown(field: keyof Organization, value: unknown): void {
  const { isRight, wanted } = types[fieldMappings[field].type]
  if (listFields.has(field)) {
    if (Array.isArray(value) && value.every(isRight)) return
    throw new RefusedRow(`${field} must be a list, each item ${wanted}`)
  }
  if (!isRight(value)) throw new RefusedRow(`${field} must be ${wanted}`)
}

/**
 * The name of a custom field must not collide with a member of search results, nor with a known
 * field.
 */
function checkOwnName(field: string): void {
  const quoted = JSON.stringify(field)
  if (field.startsWith('_'))
    throw new RefusedRow(`${quoted}: names that begin with _ are the API's own`)
  if (quoted !== `"${field}"`)
    throw new RefusedRow(
      `${quoted}: names must not contain quotes, backslashes or control characters`,
    )
  const [first = '', second] = field.split('.')
  if (second !== undefined && isKnown(first))
    throw new RefusedRow(`${quoted}: ${first} has no fields of one's own`)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isIntegerUpTo(value: unknown, most: number): boolean {
  return Number.isInteger(value) && Math.abs(value as number) <= most
}

function isDate(value: unknown): boolean {
  if (!isText(value) || !/^\d{4}-\d{2}(-\d{2}(T.{12}Z)?)?$/.test(value)) return false
  const date = new Date(value)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

function isPlace(value: unknown): boolean {
  if (!isObject(value)) return false
  const { lat, lon, ...more } = value
  return isDegree(lat, 90) && isDegree(lon, 180) && Object.keys(more).length === 0
}

function isDegree(degrees: unknown, most: number): boolean {
  return typeof degrees === 'number' && Math.abs(degrees) <= most
}
