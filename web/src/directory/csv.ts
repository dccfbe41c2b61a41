import { csvRow, withoutFormula } from '../../../kit/files/csv-row.js'

/** A table as CSV (RFC 4180), with the fields in the order in which they first appear. */
export function csvOf(rows: readonly object[]): string {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [
    fields,
    ...rows.map((row) => fields.map((field) => (row as Record<string, unknown>)[field])),
  ]
  return lines.map((values) => csvRow(values.map(textOf))).join('')
}

/** A value that a spreadsheet would run as a formula begins with a quote. */
function textOf(value: unknown): string {
  const plain = typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? '')
  const text = String(plain)
  return typeof value === 'string' ? withoutFormula(text) : text
}
