/** Rows below their column names, each column as wide as its widest cell. */
export function tableText(
  rows: readonly object[],
  columns: readonly string[] = namesOf(rows),
): string {
  if (rows.length === 0) return 'none'
  const cells = rows.map((row) =>
    columns.map((name) => cellOf((row as Record<string, unknown>)[name])),
  )
  const all = [columns.map(headOf), ...cells]
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
    .map(([name, value]) => `${name.padEnd(width)}  ${cellOf(value)}`)
    .join('\n')
}

function namesOf(rows: readonly object[]): string[] {
  return [...new Set(rows.flatMap(Object.keys))]
}

/** `lastUsedAt` → `LAST USED AT` */
function headOf(name: string): string {
  return name.replace(/(?=[A-Z])/g, ' ').toUpperCase()
}

/** What ends a line, moves the cursor of a terminal, or reorders the text around it. */
const unsafe = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** A name chosen by a user must not change how other cells are read. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return (Array.isArray(value) ? value.join(' ') : String(value)).replace(unsafe, '?')
}
