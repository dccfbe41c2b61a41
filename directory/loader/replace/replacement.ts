import { type Family, families, indexBody } from '../record/format.js'
import { type ChosenSettings, mergedTemplate, settingsOf } from '../write/index-settings.js'
import { countOf, membersOf, refreshIndices, type WriteIndices } from '../write/indices.js'
import { request, requestOptional } from '../write/request.js'
import type { LoadTarget } from '../write/target.js'
import { type Checkpoint, interruptedLoad, replacedBefore } from './checkpoint.js'
import { isSearched } from './leftovers.js'

/** An additional alias of each replaced index, so that the pattern `{alias}-*` finds it too. */
const currentOf = ({ alias }: Family) => `${alias}-current`

/**
 * Creates an empty index for each family that is invisible to searches: it is hidden, and has no
 * alias. Its name, with an underscore, does not match the template, which would add the alias at
 * once.
 * @throws Error when the engine refuses.
 */
export async function beginReplacement(
  target: LoadTarget,
  chosen?: ChosenSettings,
): Promise<WriteIndices> {
  // two loads may share a second
  const stamp = new Date().toISOString().slice(0, 23).replaceAll(/[-:.]/g, '').replace('T', '-')
  const indices = indicesOf(stamp)
  for (const [family, index] of indices) {
    const template = `/_index_template/${family.alias}`
    await requestOptional(target, 'HEAD', template) // its answer identifies the engine
    await request(target, 'PUT', template, await mergedTemplate(target, family))
    const { mappings } = indexBody(family)
    const [replaced] = (await membersOf(target, family)).loaded
    const settings = await settingsOf(target, family, { index, replaced, chosen })
    await request(target, 'PUT', `/${index}`, {
      settings: { ...settings, 'index.hidden': true },
      mappings,
    })
  }
  return indices
}

function indicesOf(stamp: string): WriteIndices {
  return new Map(families.map((family) => [family, `${family.alias}_${stamp}`]))
}

/** A load that was interrupted. */
interface BegunReplacement {
  /** Its new indices. */
  indices: WriteIndices
  /** How many rows they hold. */
  rows: number
  /** The old indices that are left to delete, if searches find the new ones already. */
  replaced: readonly string[] | undefined
}

/**
 * An interrupted load; undefined if one of its new indices is missing.
 * @param id Its `loadId`. @throws Error when the engine refuses.
 */
export async function begunReplacement(
  target: LoadTarget,
  id: string,
): Promise<BegunReplacement | undefined> {
  const prefix = `${families[0]!.alias}_`
  const found = await interruptedLoad(target, `${prefix}*`, id)
  if (found === undefined) return undefined
  const indices = indicesOf(found.index.slice(prefix.length))
  for (const index of indices.values())
    if (!(await requestOptional(target, 'HEAD', `/${index}`))) return undefined
  const { index, rows, replaced } = found
  return { indices, rows, replaced: (await isSearched(target, index)) ? replaced : undefined }
}

/** Removes the new indices. @throws Error when the engine refuses. */
export async function abandonReplacement(target: LoadTarget, indices: WriteIndices): Promise<void> {
  for (const index of indices.values()) await requestOptional(target, 'DELETE', `/${index}`)
}

/**
 * @param count Number of organizations that each new index must hold. @throws Error when one holds
 *   another number.
 */
export async function checkReplacement(
  target: LoadTarget,
  indices: WriteIndices,
  count: number,
): Promise<void> {
  console.log('refreshing the new indices')
  await refreshIndices(target, indices)
  console.log('comparing the counts')
  for (const index of indices.values()) {
    const held = await countOf(target, index)
    if (held !== count) throw new Error(`${index} holds ${held} organizations instead of ${count}`)
  }
}

/**
 * Replaces the old indices by the new ones, all families in one step.
 * @returns the old ones, which are recorded first @throws Error when the engine refuses.
 */
export async function switchTo(
  target: LoadTarget,
  indices: WriteIndices,
  checkpoint: Checkpoint,
): Promise<readonly string[]> {
  const replaced = [...(await replacedBefore(target))]
  const actions: object[] = []
  for (const [family, index] of indices) {
    const aliases = [family.alias, currentOf(family)]
    const { loaded, samples, isIndex } = await membersOf(target, family)
    const atOnce = isIndex ? loaded : samples // an alias cannot have the name of an existing index
    const later = isIndex ? [] : loaded
    if (later.length > 0) await hide(target, family, later)
    replaced.push(...later)
    actions.push(
      ...atOnce.map((one) => ({ remove_index: { index: one } })),
      ...later.map((one) => ({ remove: { index: one, aliases } })),
      { add: { index, aliases } },
    )
  }
  await checkpoint.saveReplaced(replaced)
  console.log('switching searches to the new indices')
  await request(target, 'POST', '/_aliases', { actions })
  return replaced
}

/**
 * From now on patterns find the indices only by their aliases, so that they are found until the
 * switch and not after it.
 */
async function hide(target: LoadTarget, family: Family, indices: string[]): Promise<void> {
  const actions = indices.map((index) => ({ add: { index, alias: currentOf(family) } }))
  await request(target, 'POST', '/_aliases', { actions })
  await request(target, 'PUT', `/${indices.join(',')}/_settings`, { 'index.hidden': true })
}
