import { csvCell, withoutFormula } from '../../kit/files/csv-cell.js'

/** Rows as CSV (RFC 4180) below their column names, which the first row has; nothing of none. */
export function csvText(rows: readonly object[]): string {
  if (rows[0] === undefined) return ''
  const columns = Object.keys(rows[0])
  const lines = [columns, ...rows.map((row) => columns.map((name) => valueIn(row, name)))]
  return lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')
}

function valueIn(row: object, name: string): unknown {
  return (row as Record<string, unknown>)[name]
}

/** Numbers are no formulas: a negative one stays a number. */
function cellOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return csvCell(withoutFormula(String(value ?? '')))
}
