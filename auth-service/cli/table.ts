import { csvRow, withoutFormula } from '../../kit/files/csv-row.js'

/** Rows below their column names, each column as wide as its widest cell. */
export function renderTable(
  rows: readonly object[],
  columns: readonly string[] = listColumns(rows),
): string {
  if (rows.length === 0) return 'none'
  const cells = rows.map((row) =>
    columns.map((name) => renderCell((row as Record<string, unknown>)[name])),
  )
  const all = [columns.map(toHeading), ...cells]
  const widths = columns.map((_, i) => Math.max(...all.map((line) => line[i]!.length)))
  return all
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The members of a record, one per line. */
export function recordText(record: object): string {
  const names = Object.keys(record)
  const width = Math.max(...names.map(({ length }) => length))
  return Object.entries(record)
    .map(([name, value]) => `${name.padEnd(width)}  ${renderCell(value)}`)
    .join('\n')
}

function listColumns(rows: readonly object[]): string[] {
  return [...new Set(rows.flatMap(Object.keys))]
}

/** `lastUsedAt` → `LAST USED AT` */
function toHeading(name: string): string {
  return name.replace(/(?=[A-Z])/g, ' ').toUpperCase()
}

/** What ends a line, moves the cursor of a terminal, or reorders the text around it. */
const unsafe = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** A name chosen by a user must not change how other cells are read. */
function renderCell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return (Array.isArray(value) ? value.join(' ') : String(value)).replace(unsafe, '?')
}

/** Rows as CSV (RFC 4180) below their column names, which the first row has; nothing of none. */
export function renderCsv(rows: readonly object[]): string {
  if (rows[0] === undefined) return ''
  const columns = Object.keys(rows[0])
  const lines = [columns, ...rows.map((row) => columns.map((name) => getValue(row, name)))]
  return lines.map((values) => csvRow(values.map(renderCsvCell))).join('')
}

function getValue(row: object, name: string): unknown {
  return (row as Record<string, unknown>)[name]
}

/** The text of a cell. Numbers are no formulas: a negative one stays a number. */
function renderCsvCell(value: unknown): string {
  return typeof value === 'number' ? String(value) : withoutFormula(String(value ?? ''))
}
