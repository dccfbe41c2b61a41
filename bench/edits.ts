import { opened, shippedText, withPlan } from './configuration.js'
import { decisionsOf } from './edits/decisions.js'
import { drawn } from './edits/kinds.js'
import { requestsOf } from './edits/requests.js'
import { Random } from './random.js'

/**
 * `node dist/bench/edits.js [EDITS] [REQUESTS]`: makes sound edits of the shipped gateway.config.yml
 * by chance, and compares what the product says of each with what it does: both configurations
 * decide about the same requests.
 */
const [edits = 200, count = 2000] = process.argv.slice(2).map(Number)
// limits that so few requests reach
process.env.REQUESTS_PER_MINUTE = '150'
process.env.VISITOR_REQUESTS_PER_MINUTE = '60'

const random = new Random(65)
const folder = withPlan()
const requests = requestsOf(random, count)
const before = await decisionsOf((await opened(folder, shippedText))!, requests)
console.log(tally(before))

const seen = new Set<string>()
for (let sound = 0; sound < edits; ) {
  const edit = drawn(random)
  if (seen.has(edit.text)) continue
  seen.add(edit.text)
  const gateway = await opened(folder, edit.text)
  if (!gateway) {
    console.log('refused', edit.name)
    continue
  }
  sound++
  const after = await decisionsOf(gateway, requests)
  const flips = after.flatMap((to, i) => (to === before[i] ? [] : [`${before[i]} → ${to}`]))
  console.log(sound, edit.name, tally(flips))
}
process.exit(0)

function tally(all: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const one of all) counts[one] = (counts[one] ?? 0) + 1
  return counts
}
