import { csvCell } from '../../kit/files/csv-cell.js'

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

/** A text that a spreadsheet would take for a formula gets a quote before it. */
function cellOf(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  return csvCell(typeof value !== 'number' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
}
