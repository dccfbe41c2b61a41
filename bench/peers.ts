import { cpus, loadavg } from 'node:os'
import { answerHelp } from '../kit/process/command.js'
import { Caller } from './peers/caller.js'
import { startField } from './peers/field.js'
import { length } from './peers/measure.js'
import { cpu, hits, latency } from './peers/tables.js'
import { markdown } from './report.js'

/**
 * The gateway next to programs that do the same work: the leanest one on Node, Express with the
 * official client, and stock express-gateway. All have the same engine, which costs next to
 * nothing; each is checked for the right answer, and all are warmed alike.
 *
 * `npm run bench`, on a machine that does nothing else (Linux): some 15 minutes. Arguments name
 * parts. ROUNDS, REQUESTS (of a block), CONNECTIONS, WARM (requests) and SECONDS change the length.
 */
const parts = { cpu, hits, latency }

answerHelp(`usage: npm run bench [-- PART...]
  compares the gateway with programs that do the same work; parts:
  ${Object.keys(parts).join(', ')}`)

const isPart = (name: string): name is keyof typeof parts => Object.hasOwn(parts, name)
const names = process.argv.slice(2)
const unknown = names.filter((name) => !isPart(name))
if (unknown.length > 0)
  throw new Error(`parts are ${Object.keys(parts).join(', ')}; not ${unknown.join(', ')}`)

console.log(
  `${new Date().toISOString().slice(0, 10)}, node ${process.version}, ${cpus().length} × ` +
    `${cpus()[0]?.model ?? 'unknown processor'}, load ${loadavg()[0]!.toFixed(1)}; medians of ` +
    `${length.rounds} blocks of ${length.requests} searches with ${length.connections} ` +
    `connections, after ${length.warming} to warm; in brackets the middle half`,
)
const [field, caller] = [await startField(), await Caller.start()]
try {
  for (const name of names.length > 0 ? names : Object.keys(parts)) {
    const beganAt = performance.now()
    const { title, columns, rows } = await parts[name as keyof typeof parts](field, caller)
    console.log(`\n${title}\n${markdown(columns, rows)}`)
    console.log(`${name} took ${((performance.now() - beganAt) / 1000).toFixed(0)} s`)
  }
  console.log(`\nanswers that were not good: ${caller.wrong}`)
} finally {
  caller.stop()
  await field.stop()
}
process.exit(caller.wrong > 0 ? 1 : 0) // kept connections
