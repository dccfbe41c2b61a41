import { isObject } from '../config/objects.js'

/**
 * The indices that a 503 of a search names because no node serves some of their shards: the node
 * that answers is healthy, an index is red. Undefined when it says something else.
 */
export function missingShardsIn(text: string): string[] | undefined {
  if (typeOf(text) !== 'search_phase_execution_exception') return undefined
  const named = [...text.matchAll(/\[([a-z0-9._-]{1,255})\]\[\d+\]/g)].map(([, index]) => index!)
  return named.length > 0 ? [...new Set(named)] : ['a searched index']
}

function typeOf(text: string): unknown {
  try {
    const { error } = JSON.parse(text)
    return isObject(error) ? error.type : undefined
  } catch {
    return undefined
  }
}
