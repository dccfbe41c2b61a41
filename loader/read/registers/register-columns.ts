import { csvRecords } from '../../../kit/files/csv.js'
import type { Header } from '../extract-header.js'
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

function columnsIn(fields: readonly string[]): string[] {
  const columns = fields.map((field) => field.trim())
  while (columns.at(-1) === '') columns.pop()
  return columns
}

/** @throws Error when required columns are missing, or one is there twice. */
export function headerIn({ required, optional }: Columns, fields: readonly string[]): Header {
  const columns = columnsIn(fields)
  const isMissing = (name: string) => !columns.includes(name)
  const missing = required.filter(isMissing)
  if (missing.length > 0) {
    throw new Error(
      'it is not a file of this register (docs/loading.md): its first line names no column ' +
        missing.join(' and no column '),
    )
  }
  const twice = columns.find((name, i) => name !== '' && columns.indexOf(name) !== i)
  if (twice !== undefined) throw new Error(`its first line names the column ${twice} twice`)
  const without = optional.filter(isMissing)
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
