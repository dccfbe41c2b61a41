import { compared } from '../gateway/decisions/compared.js'
import type { KeptShape } from '../gateway/decisions/shape.js'
import { TrialDecider } from '../trial/decision.js'
import type { TrialGateway } from '../trial/gateway.js'
import { opened, shippedText, withPlan } from './configuration.js'
import { decidedOnce, decisionsOf } from './edits/decisions.js'
import { drawn, type Edit } from './edits/kinds.js'
import { requestsOf } from './edits/requests.js'
import { countsOf, effectsUntold, flipsBetween, flipsSaid, isOfEdit } from './edits/said.js'
import { Random } from './random.js'

/**
 * `node dist/bench/edits.js [EDITS] [REQUESTS] [SEED]`: makes sound edits of the shipped
 * gateway.config.yml by chance, and judges what a dry reload says of each by what both
 * configurations decide about the same requests.
 */
const [edits = 200, count = 2000, seed = 65] = process.argv.slice(2).map(Number)
// limits that so few requests reach
process.env.REQUESTS_PER_MINUTE = '150'
process.env.VISITOR_REQUESTS_PER_MINUTE = '60'

const folder = withPlan()
const requests = requestsOf(new Random(seed), count)
const shipped = (await opened(folder, shippedText))!
const before = await decisionsOf(shipped, requests)
const kept = before.flatMap(({ shape }): KeptShape[] => (shape ? [{ shape, count: 1 }] : []))
const old = await decidedOnce(shipped, kept)
console.log(countsOf(before.map(({ decision }) => [decision, 1])))

const totals = { edits: 0, flips: 0, named: 0, missed: 0, false: 0, elsewhere: 0, untold: 0 }
const random = new Random(seed)
const seen = new Set<string>()
while (totals.edits < edits) {
  const edit = drawn(random)
  const gateway = seen.has(edit.text) ? undefined : await opened(folder, edit.text)
  seen.add(edit.text)
  if (gateway) await judge(edit, gateway)
}
console.log(totals)
process.exit(0)

/** Adds to the totals, and prints where the dry reload is wrong. */
async function judge(edit: Edit, gateway: TrialGateway): Promise<void> {
  const truth = flipsBetween(before, await decisionsOf(gateway, requests))
  const { flips, notJudged = [] } = await compared(old, new TrialDecider(gateway), kept)
  const said = flipsSaid(flips)
  console.log(`${++totals.edits} ${edit.name}`)
  for (const key of new Set([...Object.keys(truth), ...Object.keys(said)])) {
    const [is = 0, shown = 0] = [truth[key], said[key]]
    totals.flips += is
    totals.named += Math.min(is, shown)
    totals.missed += Math.max(0, is - shown)
    totals.false += Math.max(0, shown - is)
    const name = is === shown ? 'right' : is > shown ? 'MISSED' : 'FALSE'
    console.log(`    ${name} ${key}: ${shown} of ${is}`)
  }
  for (const flip of flips.filter((one) => !isOfEdit(one, edit))) {
    totals.elsewhere += flip.count
    const { step, rule, place, from, to } = flip
    console.log(`    ELSEWHERE ${step} ${rule} ${place}: ${from} → ${to} ${flip.count}`)
  }
  for (const one of notJudged) console.log(`    not judged: ${one}`)
  for (const one of effectsUntold(shipped, gateway, truth)) {
    totals.untold++
    console.log(`    UNTOLD ${one}`)
  }
}
