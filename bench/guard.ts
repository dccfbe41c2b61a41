import { openRules } from '../packages/query-guard/test/known-organizations.js'
import { amount } from './amount.js'
import { largestSearches } from './largest-searches.js'
import { atMost } from './report.js'

/**
 * CPU of the query guard on searches of 1 MiB that are filled with one construct of its grammar,
 * whatever they cost: the worst by name. ONLY=knn: constructs with these letters; WORST (10).
 */

const only = process.env.ONLY ?? ''
const worst: { name: string; ms: number; outcome: string }[] = []

/** Milliseconds of the fastest of three runs, since others use the machine. */
function measure(run: () => void): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

for (const { name, body } of largestSearches()) {
  if (!name.includes(only)) continue
  const text = `{"index":"organization-serp","body":${body}}`
  const result = openRules(text)
  const outcome = 'problems' in result ? (result.problems.body?.[0] ?? 'refused') : 'accepted'
  worst.push({ name, ms: measure(() => openRules(text)), outcome })
}
worst.sort((one, other) => other.ms - one.ms)
console.log(`${worst.length} searches; the worst, in ms of CPU:`)
for (const { name, ms, outcome } of worst.slice(0, amount('WORST', 10)))
  console.log(`  ${ms.toFixed(1).padStart(7)}  ${name}: ${outcome.slice(0, 100)}`)
atMost('the guard on the worst search of 1 MiB', worst[0]?.ms ?? 0, 100, 'ms')
