import { fork } from 'node:child_process'
import { answerHelp } from '../kit/process/command.js'
import { programUrl } from '../kit/process/product-folder.js'
import { type Goal, goalTable } from './report.js'

/**
 * What may go wrong, one after the other: parts that are killed, and hostile clients; with a real
 * engine also a flood of expensive searches. Prints what each measures, then a table of all goals.
 * `npm run test:chaos` (Linux; some 20 minutes on a machine with nothing else to do). Arguments
 * name parts. The settings of each are listed at the head of its file in bench/chaos/. Exit code 1
 * when a goal was missed.
 */
const all = ['crashes', 'hostile']
answerHelp(`usage: npm run test:chaos [-- PART...]
  breaks what may break, and prints a table of goals; parts: crashes, hostile;
  with ELASTICSEARCH_URL, a node that npm run load has filled, also fairness`)

const names = process.argv.slice(2)
const goals: Goal[] = []

// needs a node that is on loopback, takes no credential and is otherwise idle
if (process.env.ELASTICSEARCH_URL) all.push('fairness')
else console.log('fairness: skipped, as ELASTICSEARCH_URL is not set')
for (const name of names.length > 0 ? names : all) {
  console.log(`\n== ${name}`)
  const beganAt = performance.now()
  const child = fork(programUrl(`bench/chaos/${name}.js`))
  child.on('message', (goal: Goal) => goals.push(goal))
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  console.log(`  took ${((performance.now() - beganAt) / 1000).toFixed(0)} s`)
  if (code !== 0)
    goals.push({
      what: `${name} ends by itself`,
      seen: `exit code ${code}`,
      goal: '0',
      isMet: false,
    })
}

console.log(`\n${goalTable(goals)}`)
const missed = goals.filter(({ isMet }) => !isMet).length
console.log(`\n${goals.length - missed} of ${goals.length} goals met`)
process.exit(missed > 0 ? 1 : 0)
