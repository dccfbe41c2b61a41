import { csvRow, withoutFormula } from '../../../kit/files/csv-row.js'
import type { Meta } from '../../../packages/client/src/answer.js'
import type { Organization } from '../../../packages/client/src/types.js'
import { fieldRows } from '../../fields/fields.js'
import { slugOf } from '../../fields/page-path.js'

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

/** Converts organizations to CSV (RFC 4180). The columns are always the same. */
export function toCsv(organizations: readonly Organization[]): string {
  const rows = organizations.map((one) => columns.map(([, cellOf]) => cellOf(one)))
  return [columns.map(([title]) => title), ...rows]
    .map((values) => csvRow(values.map(toCellText)))
    .join('')
}

/** The text of a cell. A quote keeps spreadsheets from running it as a formula. */
function toCellText(value: unknown): string {
  if (Array.isArray(value)) return withoutFormula(value.join('; '))
  return typeof value === 'string' ? withoutFormula(value) : String(value ?? '')
}

/** What the name of a file says. */
interface Content {
  /** In words; empty: all organizations. */
  search: string
  about: Pick<Meta, 'dataAsOf' | 'attribution'>
}

/**
 * Name of a file of organizations: the search, the source and the day of the data, as far as they
 * are known; else the day of the last change of one of them. `food-bank-irs-2026-11-10`
 */
export function toFileName(rows: readonly Organization[], { search, about }: Content): string {
  const changes = rows.flatMap(({ updated_at }) => updated_at ?? [])
  const day = (about.dataAsOf ?? changes.sort().at(-1) ?? '').slice(0, 10)
  return [slugOf(search) || 'organizations', slugOf(about.attribution ?? ''), day]
    .filter(Boolean)
    .join('-')
}
