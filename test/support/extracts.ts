import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './stack.js'

const file = join(root, 'directory/loader/example/irs-extract-200.csv')
export const [header = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
const columns = header.split(',')
/**
 * Real rows, in cells; the one with a comma in a name is left out. No other extract has their
 * numbers: an engine may have loaded the same organizations.
 */
const real = lines
  .filter((line) => !line.includes('"'))
  .map((line) => line.replace(/^../, '00').split(','))

export type Row = readonly string[]

/** A row with another value in a column. */
const changed = (row: Row, column: string, value: (old: string) => string): Row =>
  row.with(columns.indexOf(column), value(row[columns.indexOf(column)]!))

/* Three consecutive extracts: rows leave, come and change, in another order. */

export const first: Row[] = real.slice(0, 150)
export const second = real
  .slice(10, 180)
  .map((row, i) => {
    if (i % 7 === 0) return changed(row, 'ASSET_AMT', (amount) => `${Number(amount) + 1}`)
    if (i % 11 === 0) return changed(row, 'NAME', (name) => `${name} II`)
    if (i % 5 === 0) return changed(row, 'TAX_PERIOD', () => '202601') // no field of ours
    return row
  })
  .toReversed()
export const third = [...real.slice(5, 10), ...second.toReversed(), ...real.slice(180)].map(
  (row, i) => (i % 9 === 0 ? changed(row, 'CITY', () => 'ELSEWHERE') : row),
)
/** An extract without some of its rows. */
export const without = (rows: readonly Row[], some: readonly Row[]) =>
  rows.filter((row) => !some.includes(row))
/** Rows of the third that leave later. */
export const left = third.slice(20, 30)

export const idOf = (row: Row) => `us-${row[0]}`
/** What the loader reads of a row. */
export const contentOf = (row: Row) => changed(row, 'TAX_PERIOD', () => '').join(',')
