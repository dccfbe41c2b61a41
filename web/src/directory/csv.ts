import { fieldRows } from '../../../directory/fields/fields.js'
import { csvRow, withoutFormula } from '../../../kit/files/csv-row.js'
import type { Organization } from '../../../packages/client/src/types.js'

/** The columns, by the names of fields; a place has two. */
const columns: readonly [title: string, cellOf: (one: Organization) => unknown][] =
  fieldRows.flatMap(([name, { kind, inCsv }]): [string, (one: Organization) => unknown][] => {
    if (!inCsv) return []
    if (kind !== 'point') return [[name, (one) => one[name]]]
    return [
      ['latitude', ({ location }) => location?.lat],
      ['longitude', ({ location }) => location?.lon],
    ]
  })

/** Organizations as CSV (RFC 4180), always with the same columns: tables can be put together. */
export function csvOf(organizations: readonly Organization[]): string {
  const rows = organizations.map((one) => columns.map(([, cellOf]) => cellOf(one)))
  return [columns.map(([title]) => title), ...rows]
    .map((values) => csvRow(values.map(textOf)))
    .join('')
}

/** A value that a spreadsheet would run as a formula begins with a quote; a list is one cell. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return withoutFormula(value.join('; '))
  return typeof value === 'string' ? withoutFormula(value) : String(value ?? '')
}

/**
 * Name of a file of organizations, with the day of the data: of its source where that is known,
 * else of the last change of one of them.
 */
export function fileName(rows: readonly Organization[], dataAsOf: string | undefined): string {
  const changes = rows.flatMap(({ updated_at }) => updated_at ?? [])
  const latest = changes.sort().at(-1) ?? ''
  return ['organizations', (dataAsOf ?? latest).slice(0, 10)].filter(Boolean).join('-')
}
