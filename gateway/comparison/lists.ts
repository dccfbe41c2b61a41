import type { Effect } from './change.js'

type Sentence = readonly [Effect, (items: readonly string[]) => string]

/** What it means that a list has items more or less. */
export interface ListWords {
  added: Sentence
  removed: Sentence
}

/**
 * What the items that one of two lists lacks mean, in any order. Where one of the lists takes
 * everything, only what it takes alone differs.
 */
export function compareLists(
  { added, removed }: ListWords,
  before: readonly string[],
  after: readonly string[],
): { effect: Effect; text: string }[] {
  const more = isAll(before) ? [] : after.filter((item) => !before.includes(item))
  const less = isAll(after) ? [] : before.filter((item) => !after.includes(item))
  const all = [[more, added] as const, [less, removed] as const]
  return all.flatMap(([items, [effect, say]]) =>
    items.length > 0 ? [{ effect, text: say(items) }] : [],
  )
}

const isAll = (items: readonly string[]) => items.includes('*') || items.includes('*/*')
