import { csvRow, withoutFormula } from '../../kit/files/csv-row.js'

/** Rows as CSV (RFC 4180) below their column names, which the first row has; nothing of none. */
export function csvText(rows: readonly object[]): string {
  if (rows[0] === undefined) return ''
  const columns = Object.keys(rows[0])
  const lines = [columns, ...rows.map((row) => columns.map((name) => valueIn(row, name)))]
  return lines.map((values) => csvRow(values.map(textOf))).join('')
}

function valueIn(row: object, name: string): unknown {
  return (row as Record<string, unknown>)[name]
}

/** The text of a cell. Numbers are no formulas: a negative one stays a number. */
function textOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : withoutFormula(String(value ?? ''))
}
