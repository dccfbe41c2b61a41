import { csvRow, withoutFormula } from '../../../kit/files/csv-row.js'
import type { Meta } from '../../../packages/client/src/answer.js'
import type { Organization } from '../../../packages/client/src/types.js'
import { fieldRows } from '../../fields/fields.js'
import { toSlug } from '../../fields/page-path.js'
import { formatTaxCode } from '../text/organization.js'

/** The columns, by the names of fields; a place has two. */
const columns: readonly [title: string, cellOf: (one: Organization) => unknown][] =
  fieldRows.flatMap(([name, { kind, inCsv }]): [string, (one: Organization) => unknown][] => {
    if (!inCsv) return []
    // of an EIN in digits alone a spreadsheet would drop the 0 at its start
    if (name === 'tax_code') return [[name, formatTaxCode]]
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

/** Words of the source in the name of a file, at most. */
const mostWords = 3

/**
 * Name of a file of organizations: the search, the source and the day of the data, as far as they
 * are known. `food-bank-irs-2026-11-10`
 */
export function toFileName({ search, about: { attribution, dataAsOf } }: Content): string {
  const source = toSlug(attribution ?? '')
    .split('-')
    .slice(0, mostWords)
    .join('-')
  return [toSlug(search) || 'organizations', source, dataAsOf].filter(Boolean).join('-')
}
