import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { answerHelp } from '../kit/process/command.js'
import { type Goal, goalTable } from './report.js'

/**
 * Everything that may go wrong, one after the other: crashes, restarts, reloads, mutated requests,
 * hostile bodies, guessed passwords, revoked credentials, failing engines and upstreams, hostile
 * and slow clients, overload, and a soak at the end. Prints what each measures, then a table of all
 * goals. `npm run test:chaos` (Linux; some 50 minutes on a machine with nothing else to do, the
 * soak ten of them). Arguments name parts: `npm run test:chaos -- crashes soak`. The settings of
 * each are listed at the head of its file in bench/chaos/. Exit code 1 when a goal was missed.
 */
const all = [
  'crashes',
  'restarts',
  'reloads',
  'mutations',
  'bodies',
  'accounts',
  'revocation',
  'faults',
  'hostile',
  'slow-clients',
  'overload',
  'soak',
]
/** They need a node that `npm run load` has filled: loopback, no credential, otherwise idle. */
const withEngine = ['fairness', 'visitors']
answerHelp(`usage: npm run test:chaos [-- PART...]
  breaks what may break, and prints a table of goals; parts:
  ${all.slice(0, 6).join(', ')},
  ${all.slice(6).join(', ')};
  with ELASTICSEARCH_URL also ${withEngine.join(', ')}`)

const names = process.argv.slice(2)
const goals: Goal[] = []

if (process.env.ELASTICSEARCH_URL) all.splice(-1, 0, ...withEngine)
else console.log(`${withEngine.join(', ')}: skipped, as ELASTICSEARCH_URL is not set`)
for (const name of names.length > 0 ? names : all) {
  console.log(`\n== ${name}`)
  const beganAt = performance.now()
  const child = fork(fileURLToPath(new URL(`./chaos/${name}.js`, import.meta.url)))
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
