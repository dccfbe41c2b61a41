import { csvRow, withoutFormula } from '../../../kit/files/csv-row.js'
import type { Organization } from '../../../packages/client/src/types.js'

/** Fields of an organization, each a column of its own. */
const fields = [
  'id',
  'name',
  'org_id',
  'tax_code',
  'street',
  'city',
  'region',
  'region_name',
  'zip',
  'country',
] as const
const furtherFields = [
  'activity',
  'activity_code',
  'activity_group',
  'subsection',
  'legal_status',
  'founded_year',
  'revenue',
  'income',
  'assets',
  'website',
  'active',
  'inactive_since',
  'first_seen',
  'updated_at',
] as const

const columns = [...fields, 'latitude', 'longitude', ...furtherFields]

/** Organizations as CSV (RFC 4180), always with the same columns: tables can be put together. */
export function csvOf(organizations: readonly Organization[]): string {
  const rows = organizations.map((organization) => [
    ...fields.map((field) => organization[field]),
    organization.location?.lat,
    organization.location?.lon,
    ...furtherFields.map((field) => organization[field]),
  ])
  return [columns, ...rows].map((values) => csvRow(values.map(textOf))).join('')
}

/** A value that a spreadsheet would run as a formula begins with a quote. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? withoutFormula(value) : String(value ?? '')

/**
 * Name of a file of organizations, with the day of the data: of its source where that is known,
 * else of the last change of one of them.
 */
export function fileName(rows: readonly Organization[], dataAsOf: string | undefined): string {
  const changes = rows.flatMap(({ updated_at }) => updated_at ?? [])
  const latest = changes.sort().at(-1) ?? ''
  return ['organizations', (dataAsOf ?? latest).slice(0, 10)].filter(Boolean).join('-')
}
