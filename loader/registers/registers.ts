import { csvRecords } from '../../kit/files/csv.js'
import { fileText } from '../file-text.js'
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

/** The active organizations in files of a register, as lines of NDJSON for `npm run load`. */
export async function* organizationLines(
  { delimiter, encoding, organizationOf }: Register,
  paths: readonly string[],
): AsyncGenerator<string> {
  for (const path of paths) {
    let columns: string[] | undefined
    const text = fileText(path, { encoding })
    for await (const { line, fields, problem } of csvRecords(text, delimiter)) {
      if (problem !== undefined) console.error(`${path} line ${line} left out: ${problem}`)
      else if (columns === undefined) columns = fields
      else {
        const organization = organizationOf(rowOf(columns, fields))
        if (organization !== undefined) yield `${JSON.stringify(organization)}\n`
      }
    }
  }
}

function rowOf(columns: readonly string[], fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap((column, i) => {
      const cell = fields[i]?.trim() ?? ''
      return cell === '' ? [] : [[column.trim(), cell]]
    }),
  )
}
