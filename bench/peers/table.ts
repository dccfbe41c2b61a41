import { figure } from '../goals.js'

/** Figures as they are printed and written. */
export interface Table {
  title: string
  /** The first shows what a row is about. */
  columns: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

/** As a table of Markdown. */
export function markdown({ columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(columns),
    `|${'---|'.repeat(columns.length)}`,
    ...rows.map((row) => line(row.map(cell))),
  ].join('\n')
}

/** Each row by the names of its columns. */
export function records({ columns, rows }: Table): Record<string, string | number>[] {
  return rows.map((row) => Object.fromEntries(row.map((value, i) => [columns[i]!, rounded(value)])))
}

function cell(value: string | number): string {
  return typeof value === 'string' ? value : figure(value)
}

function rounded(value: string | number): string | number {
  return typeof value === 'string' ? value : Number(value.toPrecision(4))
}
