import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import zipcodes from 'zipcodes'
import { csvRecords } from '../kit/files/csv.js'
import { csvCell } from '../kit/files/csv-row.js'
import { fileText } from '../loader/file-text.js'
import { Random } from './random.js'

/**
 * Writes an extract as large as the whole register, made from real ones: first their own rows, then
 * copies with another EIN, one or two other words in the name, and, four times out of five, a place
 * somewhere in the country. The same arguments give the same rows, and a smaller number gives the
 * first of them.
 *
 * `node dist/bench/large-extract.js ROWS FILE... | gzip -1 > large.csv.gz`
 */

const [rows = '', ...paths] = process.argv.slice(2)
if (!/^\d+$/.test(rows) || paths.length === 0) {
  console.error('usage: node dist/bench/large-extract.js ROWS FILE...')
  process.exit(2)
}
const random = new Random(1)
const places = Object.values(zipcodes.codes).filter(({ zip }) => /^\d{5}$/.test(zip))

const { header, real } = await readAll()
const column = (name: string) => header.indexOf(name)
const [ein, name, city, state, zip] = ['EIN', 'NAME', 'CITY', 'STATE', 'ZIP'].map(column) as [
  ...[number, number, number, number, number],
]
const words = real.flatMap((row) => row[name]!.split(' '))
const einsInUse = new Set(real.map((row) => row[ein]))
let einsMade = 0

await pipeline(Readable.from(linesOf(Number(rows))), process.stdout)

async function readAll(): Promise<{ header: string[]; real: string[][] }> {
  let header: string[] = []
  const real: string[][] = []
  for (const path of paths) {
    let isHeader = true
    for await (const { fields } of csvRecords(fileText(path))) {
      if (isHeader) header = fields
      else real.push(fields)
      isHeader = false
    }
  }
  return { header, real }
}

function* linesOf(count: number): Generator<string> {
  yield lineOf(header)
  for (const row of real.slice(0, count)) yield lineOf(row)
  for (let i = real.length; i < count; i++) yield lineOf(copyOf(random.pick(real)))
}

function copyOf(row: readonly string[]): string[] {
  const copy = [...row]
  copy[ein] = nextEin()
  const own = row[name]!.split(' ')
  for (let changes = 1 + random.below(2); changes > 0; changes--)
    own[random.below(own.length)] = random.pick(words)
  copy[name] = own.join(' ').trim() || row[name]!
  if (random.below(5) === 0) return copy
  const place = random.pick(places)
  copy[city] = place.city.toUpperCase()
  copy[state] = place.state
  copy[zip] = place.zip
  return copy
}

/** Spread over all numbers of nine digits, each once: the step has no factor in common with 10. */
function nextEin(): string {
  for (;;) {
    const made = String((++einsMade * 3 ** 18) % 10 ** 9).padStart(9, '0')
    if (!einsInUse.has(made)) return made
  }
}

function lineOf(fields: readonly string[]): string {
  return `${fields.map(csvCell)}\n`
}
