import { counted } from '../../record/counted.js'
import type { Header } from '../extract-header.js'
import { encodingOf, fileText } from '../file-text.js'
import { tableRows } from '../table.js'
import { caCharities } from './ca-charities.js'
import { frRna } from './fr-rna.js'
import { gbCharityCommission } from './gb-charity-commission.js'
import type { Register } from './register.js'

/** The public registers that can be read (docs/loading.md), by their names. */
export const registers: Readonly<Record<string, Register>> = {
  gb: gbCharityCommission,
  fr: frRna,
  ca: caCharities,
}

/** How the files of a register are read. */
export interface RegisterReading {
  /** Of all files, whatever their bytes look like. */
  encoding?: string | undefined
  /** Receives the refused rows, the problems of files and the totals. */
  report(sentence: string): void
}

/**
 * The active organizations in files of a register, as lines of NDJSON for `npm run load`.
 * @throws Error for a file that is not one of the register, and when there are no organizations.
 */
export async function* organizationLines(
  register: Register,
  paths: readonly string[],
  reading: RegisterReading,
): AsyncGenerator<string> {
  let [written, leftOut, refused] = [0, 0, 0]
  for (const path of paths) {
    try {
      for await (const { line, found, refusal } of rowsIn(register, path, reading)) {
        if (refusal !== undefined) {
          reading.report(`${path} line ${line} refused: ${refusal}`)
          refused++
        } else if (found === undefined) leftOut++
        else {
          yield `${JSON.stringify(found)}\n`
          written++
        }
      }
    } catch (error) {
      throw new Error(`${path}: ${(error as Error).message}`)
    }
  }
  reading.report(
    `${counted(written, 'organization')}, ${counted(refused, 'row')} refused, ` +
      `${counted(leftOut, 'row')} left out (docs/loading.md)`,
  )
  if (written === 0) throw new Error('the files contain no active organization')
}

async function* rowsIn(register: Register, path: string, { encoding, report }: RegisterReading) {
  const found = encoding ?? (await encodingOf(path, register.encoding))
  const table = {
    delimiter: register.delimiter,
    headerOf: (fields: readonly string[]) => headerIn(register, fields),
    read: (row: Readonly<Record<string, string>>) => register.organizationOf(filledCells(row)),
  }
  const text = fileText(path, { encoding: found })
  yield* tableRows(text, table, (sentence) => report(`${path}: ${sentence}`))
}

function headerIn({ required, optional }: Register, fields: readonly string[]): Header {
  const columns = fields.map((field) => field.trim())
  while (columns.at(-1) === '') columns.pop()
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

function filledCells(row: Readonly<Record<string, string>>): Record<string, string> {
  const cells = Object.entries(row).map(([column, cell]) => [column, cell.trim()] as const)
  return Object.fromEntries(cells.filter(([, cell]) => cell !== ''))
}
