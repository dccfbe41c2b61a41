import { writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { type Goal, goalTable } from '../goals.js'
import { drawing } from './chart.js'
import { introduction } from './introduction.js'
import { markdown, records, type Table } from './table.js'

/**
 * Writes docs/benchmarks.md, .json and .svg of a whole run, whose first table shows the CPU of each
 * program.
 * @param processors As by `stayAwake`.
 */
export function writeReport(
  tables: readonly Table[],
  goals: readonly Goal[],
  processors: string,
): void {
  const model = cpus()[0]?.model ?? 'unknown processor'
  const machine =
    `${model}, ${cpus().length} cores, ${processors}, ${Math.round(totalmem() / 2 ** 30)} GB, ` +
    `Linux, node ${process.version}, load ${loadavg()[0]!.toFixed(1)} at the end`
  const date = new Date().toISOString().slice(0, 10)
  const found = Object.fromEntries(tables.map((table) => [table.title, records(table)]))
  writeFileSync(
    'docs/benchmarks.json',
    `${JSON.stringify({ date, machine, goals, tables: found }, null, 2)}\n`,
  )
  const growth = tables.filter(({ title }) => title.startsWith('Growth'))
  writeFileSync('docs/benchmarks.svg', drawing(tables[0]!, growth))
  const sections = tables.map((table) => `## ${table.title}\n\n${markdown(table)}\n`)
  const text = [introduction(date, machine), `## Goals\n\n${goalTable(goals)}\n`, ...sections].join(
    '\n',
  )
  writeFileSync('docs/benchmarks.md', text)
}
