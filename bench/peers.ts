import { answerHelp } from '../kit/process/command.js'
import { stayAwake } from './awake.js'
import { expectNone, goals, goalTable } from './goals.js'
import { Caller } from './peers/caller.js'
import { cpu } from './peers/cpu.js'
import { type Field, startField } from './peers/field.js'
import { bodies, connections, hits, upstream } from './peers/growth.js'
import { latency } from './peers/latency.js'
import { length, seconds } from './peers/length.js'
import { newcomers } from './peers/newcomers.js'
import { questions } from './peers/questions.js'
import { writeReport } from './peers/report.js'
import { markdown, type Table } from './peers/table.js'
import { workers } from './peers/workers.js'

/**
 * The gateway next to its peers, in one run. All have the same engine, which costs nothing; each is
 * checked for the right answer first.
 *
 * `npm run bench`, and with `-- --write` docs/benchmarks.md, .json and .svg, of a machine that does
 * nothing else; some 8 minutes. Arguments name parts: `npm run bench -- cpu latency`; `growth` is
 * four of them. BLOCKS, REQUESTS and CONNECTIONS change the length of what is measured in blocks,
 * SECONDS that of the rounds of what is measured by time; OTHER_DIST names another build, whose
 * gateway is measured too.
 */

const growth = { hits, bodies, upstream, connections }
const parts: Record<string, (field: Field, caller: Caller) => Promise<Table[]>> = {
  cpu,
  questions,
  ...growth,
  latency,
  newcomers,
  workers,
}

answerHelp(`usage: npm run bench [-- --write | PART...]
  compares the gateway with its peers; parts:
  ${Object.keys(parts).join(', ')}, growth
  --write   writes docs/benchmarks.md, .json and .svg`)

const args = process.argv
  .slice(2)
  .flatMap((name) => (name === 'growth' ? Object.keys(growth) : name))
const isWritten = args.includes('--write')
const names = args.filter((name) => name !== '--write')
const unknown = names.filter((name) => !parts[name])
if (unknown.length > 0)
  throw new Error(`parts are ${Object.keys(parts).join(', ')}, growth; not ${unknown.join(', ')}`)
if (isWritten && names.length > 0) throw new Error('--write writes down a whole run')

const processors = stayAwake()
console.log(
  `node ${process.version}, ${processors}; ${length.rounds} blocks of ${length.requests} ` +
    `searches, ${length.connections} connections; rounds of ${seconds} s`,
)
const [field, caller] = [await startField(), await Caller.start()]
const tables: Table[] = []
try {
  for (const name of names.length > 0 ? names : Object.keys(parts)) {
    const beganAt = performance.now()
    const found = await parts[name]!(field, caller)
    for (const table of found) console.log(`\n${table.title}\n${markdown(table)}`)
    tables.push(...found)
    console.log(`${name} took ${((performance.now() - beganAt) / 1000).toFixed(0)} s`)
  }
  expectNone('answers that were not good', Caller.wrong)
  console.log(`\n${goalTable(goals)}`)
  if (isWritten) writeReport(tables, goals, processors)
} finally {
  caller.stop()
  await field.stop()
}
process.exit(0) // kept connections
