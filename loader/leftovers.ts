import { setTimeout as sleep } from 'node:timers/promises'
import { families } from './format.js'
import { requestOptional } from './request.js'
import type { LoadTarget } from './target.js'

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

/**
 * Indices left over from an interrupted load: no search sees them. @throws Error when the engine
 * refuses.
 */
export async function leftovers(target: LoadTarget): Promise<string[]> {
  const found = await Promise.all(
    families.map(async ({ alias, index: first }) => {
      const isOurs = (index: string) =>
        index === first || /^_\d{8}-\d{9}$/.test(index.slice(alias.length))
      return [...(await searchedOf(target, `${alias}*`))]
        .filter(([index, searched]) => isOurs(index) && !searched)
        .map(([index]) => index)
    }),
  )
  return found.flat()
}
