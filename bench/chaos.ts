import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { answerHelp } from '../kit/process/command.js'
import { type Goal, goalTable } from './goals.js'

/**
 * Everything that may go wrong, one after the other: hostile clients, failing engines and
 * upstreams, overload, restarts, crashes, mutated requests, and a soak at the end. Prints what each
 * measures, then a table of all goals. `npm run test:chaos` (Linux; at most 40 minutes on a machine
 * with nothing else to do, the soak ten of them). Arguments name some: `npm run test:chaos --
 * crashes gone`. Each is a file of this folder that can be run alone, with the settings listed
 * at its head. Exit code 1 when a goal was missed.
 */
const all = [
  'crashes',
  'restarts',
  'mutations',
  'faults',
  'gone',
  'hostile',
  'slow-clients',
  'overload',
  'soak',
]
answerHelp(`usage: npm run test:chaos [-- PART...]
  breaks what may break, and prints a table of goals; parts:
  ${all.join(', ')}`)

const names = process.argv.slice(2)
const goals: Goal[] = []

for (const name of names.length > 0 ? names : all) {
  console.log(`\n== ${name}`)
  const beganAt = performance.now()
  const child = fork(fileURLToPath(new URL(`./${name}.js`, import.meta.url)))
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
