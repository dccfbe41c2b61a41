/** `a, b and c`, each once; of many the first, and how many more. */
export function listNames(names: Iterable<string>, most = 4): string {
  const all = [...new Set(names)]
  const shown =
    all.length > most ? [...all.slice(0, most - 1), `${all.length - most + 1} more`] : all
  return shown.length < 2 ? shown.join() : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** `, 10 times as many`, `, 1/10`, `, 133 %`: how much one number is of another; else empty. */
export function formatShare(before: unknown, after: unknown): string {
  if (typeof before !== 'number' || typeof after !== 'number' || before <= 0 || after <= 0)
    return ''
  if (Number.isInteger(before / after)) return `, 1/${before / after}`
  if (Number.isInteger(after / before)) return `, ${after / before} times as many`
  return `, ${Math.round((after / before) * 100)} %`
}

/** Longest value in a sentence, in characters. */
const longest = 80

/** A text, with … in place of what is after its first characters. */
export const cutText = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text

/** A value of a parameter, for a sentence. */
export function formatValue(value: unknown): string {
  if (value === undefined) return 'none'
  const text = typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
  return cutText(text, longest)
}

/** The items that have the same key, in their order. */
export function groupBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return [...groups.values()]
}
