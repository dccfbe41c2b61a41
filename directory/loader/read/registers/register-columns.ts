import { csvRecords } from '../../../../kit/files/csv.js'
import { checkColumns, columnsIn, type Header } from '../header.js'
import type { Register } from './register.js'

/** The columns that are read. */
export type Columns = Pick<Register, 'required' | 'optional'>

/** The names in a file's first line, which are ASCII; none where the line cannot be read. */
export async function columnNames(
  text: AsyncIterable<string>,
  delimiter: string,
): Promise<string[]> {
  for await (const { fields } of csvRecords(text, delimiter)) return columnsIn(fields)
  return []
}

/** @throws Error when required columns are missing, or one is there twice. */
export function headerIn({ required, optional }: Columns, fields: readonly string[]): Header {
  const columns = columnsIn(fields)
  checkColumns(columns, required, 'a file of this register (docs/loading.md)')
  const without = optional.filter((name) => !columns.includes(name))
  return {
    columns,
    warning:
      without.length === 0 ? undefined : `its first line names no column ${without.join(', ')}`,
  }
}

/** The cells that are not empty, without surrounding spaces. */
export function filledCells(row: Readonly<Record<string, string>>): Record<string, string> {
  const cells = Object.entries(row).map(([column, cell]) => [column, cell.trim()] as const)
  return Object.fromEntries(cells.filter(([, cell]) => cell !== ''))
}
