import { distinctByJson } from '../../kit/config/objects.js'
import { redIndicesOf } from '../../kit/elasticsearch/ask.js'
import type { Backends } from '../../plugins/kit/policy.js'
import { promptMs } from './backends.js'

/**
 * The red indices among those that callers can search: searches that reach one of them fail,
 * although all nodes answer. Undefined where nothing is searched.
 */
export async function redIndices(backends: readonly Backends[]): Promise<string[] | undefined> {
  const searched = backends.flatMap(({ searched }) => searched ?? [])
  if (searched.length === 0) return undefined
  const found = await Promise.all(
    distinctByJson(searched).map(({ engine, prefixes }) =>
      redIndicesOf(engine, prefixes, promptMs),
    ),
  )
  return [...new Set(found.flat())].sort()
}

/** What to do about them; undefined when there is none. */
export function redIndicesAdvice(red: readonly string[] = []): string | undefined {
  if (red.length === 0) return undefined
  return (
    `no node serves some shards of ${red.join(', ')}, so searches that reach them fail: ` +
    'GET _cluster/allocation/explain says why; bring the node back, or restore the index'
  )
}
