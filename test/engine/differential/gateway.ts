import { isDeepStrictEqual } from 'node:util'
import { openTarget } from '../../../loader/target.js'
import { withRules } from '../../support/stack.js'
import { openDoor } from '../door.js'
import { askStraight, asStraight } from '../same.js'
import type { EngineClient } from './engines.js'

/**
 * What the shipped rules switch off or bound more tightly than an engine does, as far as an
 * operator may open it.
 */
const rules = [
  'features: [fields, docvalue_fields]',
  'analyzers: [folded_stems, folded, standard, nowhere]',
  'limits: { geohashPrecision: 12, geotilePrecision: 29 }',
]
/** What stays refused: patterns that cost an engine too much, and buckets of less than a minute. */
const refusals = /terms\.exclude: is a pattern: escape|fixed_interval: must be at least 60 seconds/

/**
 * Asks each search of the node directly and through the gateway. The gateway needs a name of a
 * family's prefix: a hidden alias of `indices`, which none of the tests that run next to this one
 * sees, since only a search by its whole name finds it. Prints how many were compared.
 * @returns What differed, a line each.
 */
export async function differencesThroughGateway(
  node: EngineClient,
  url: string,
  indices: string,
  bodies: readonly object[],
): Promise<string[]> {
  const alias = `organization-serp-${indices.replace('*', 'all')}`
  await node.expect('POST', '/_aliases', {
    actions: [{ add: { index: indices, alias, is_hidden: true } }],
  })
  const target = openTarget(url)
  const door = await openDoor(url, { config: withRules(rules) })
  const differences: string[] = []
  let refused = 0
  try {
    for (const body of bodies) {
      const [straight, answer] = await Promise.all([
        askStraight(target, alias, body),
        door.search(alias, body),
      ])
      if (isDeepStrictEqual(asStraight(answer), straight)) continue
      const { error } = answer.body
      if (refusals.test(error?.message)) refused++
      else differences.push(`${JSON.stringify(body)}\n    ${JSON.stringify(error)}`)
    }
  } finally {
    await door.close()
    await target.close()
    await node.expect('POST', '/_aliases', { actions: [{ remove: { index: indices, alias } }] })
  }
  const compared = bodies.length - refused
  console.log(
    `through the gateway: ${compared} searches compared, ${differences.length} different, ` +
      `${refused} refused`,
  )
  return differences
}
