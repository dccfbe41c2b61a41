import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { csvRecords } from '../../kit/files/csv.js'
import { answerHelp, endWhenUnread } from '../../kit/process/command.js'
import { fileText } from '../file-text.js'
import { caCharities } from './ca-charities.js'
import { frRna } from './fr-rna.js'
import { gbCharityCommission } from './gb-charity-commission.js'
import type { Register } from './register.js'

/** Writes the organizations of a public register as NDJSON, for `npm run load`. */

const registers: Record<string, Register> = {
  gb: gbCharityCommission,
  fr: frRna,
  ca: caCharities,
}

const usage = `usage: npm run --silent register -- REGISTER FILE... > organizations.ndjson

REGISTER  ${Object.keys(registers).join(', ')}: docs/loading.md
FILE      of that register, plain or gzip`

answerHelp(usage)
endWhenUnread()
const [name = '', ...paths] = process.argv.slice(2)
const register = Object.hasOwn(registers, name) ? registers[name] : undefined
if (register === undefined || paths.length === 0) {
  console.error(usage)
  process.exit(2)
}
try {
  await pipeline(Readable.from(lines(register)), process.stdout)
} catch (error) {
  console.error(`register: ${(error as Error).message}`)
  process.exitCode = 1
}

async function* lines({ delimiter, encoding, organizationOf }: Register): AsyncGenerator<string> {
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
