import { setTimeout as sleep } from 'node:timers/promises'
import { families } from '../record/format.js'
import { requestOptional } from '../write/request.js'
import type { LoadTarget } from '../write/target.js'
import { metasOf } from './checkpoint.js'

/**
 * Searches that began before the switch may read the old indices for this long: the gateway's
 * default `timeoutMs`.
 */
const searchesEndMs = 10_000

/** The indices of a name or pattern, and whether searches find them, which they do by an alias. */
async function searchedOf(target: LoadTarget, name: string): Promise<Map<string, boolean>> {
  const path = `/${name}/_alias?expand_wildcards=all`
  const answer = (await requestOptional(target, 'GET', path)) as Record<string, { aliases: object }>
  return new Map(
    Object.entries(answer ?? {}).map(([index, { aliases }]) => [
      index,
      Object.keys(aliases).length > 0,
    ]),
  )
}

/** Whether searches find an index. @throws Error when the engine refuses. */
export async function isSearched(target: LoadTarget, index: string): Promise<boolean> {
  return (await searchedOf(target, index)).get(index) === true
}

/**
 * Deletes replaced indices when no search can read them any more, unless searches find them again.
 * @throws Error when the engine refuses.
 */
export async function deleteReplaced(
  target: LoadTarget,
  replaced: readonly string[],
): Promise<void> {
  const left: string[] = []
  for (const index of replaced)
    if ((await searchedOf(target, index)).get(index) === false) left.push(index)
  if (left.length === 0) return
  if (!target.isEmbedded) {
    console.log(`waiting ${searchesEndMs / 1000} s for searches of the old indices to end`)
    await sleep(searchesEndMs)
  }
  console.log('deleting the old indices')
  for (const index of left) await requestOptional(target, 'DELETE', `/${index}`)
}

/** A hidden index of a load that is running or was interrupted. */
interface Leftover {
  index: string
  /** When that load saved its progress last, if `--resume` can continue it. */
  savedAt: string | undefined
}

/** Indices of ours that no search finds. @throws Error when the engine refuses. */
export async function leftovers(target: LoadTarget): Promise<Leftover[]> {
  const found = await Promise.all(
    families.map(async ({ alias, index: first }) => {
      const hidden = [...(await searchedOf(target, `${alias}*`))].filter(
        ([, searched]) => !searched,
      )
      return hidden
        .map(([index]) => ({ index, ending: index.slice(alias.length) }))
        .filter(({ index, ending }) => index === first || /^_\d{8}-\d{9}$/.test(ending))
    }),
  )
  const { alias } = families[0]!
  const metas = [...(await metasOf(target, `${alias}_*`))]
  return found.flat().map(({ index, ending }) => {
    const replacing = metas.find(([, { load }]) => load?.replaced?.includes(index))
    const owner = replacing ?? metas.find(([name]) => name === alias + ending)
    return { index, savedAt: owner?.[1].load?.savedAt }
  })
}
