import { anonymousPlan } from '../../kit/credentials/plans.js'

/** `a, b and c`, each once; of many the first, and how many more. */
export function listed(names: Iterable<string>, most = 4): string {
  const all = [...new Set(names)]
  const shown =
    all.length > most ? [...all.slice(0, most - 1), `${all.length - most + 1} more`] : all
  return shown.length < 2 ? shown.join() : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

const fractions: Readonly<Record<string, string>> = {
  ...{ 2: 'half', 3: 'a third', 4: 'a quarter', 5: 'a fifth', 10: 'a tenth', 100: 'a hundredth' },
  1000: 'a thousandth',
}

/** `, a tenth`, `, ten times as much`: how much one number is of another; empty if not plain. */
export function share(before: unknown, after: unknown): string {
  if (typeof before !== 'number' || typeof after !== 'number' || before <= 0 || after <= 0)
    return ''
  if (Number.isInteger(before / after)) {
    const parts = before / after
    return `, ${fractions[parts] ?? `1/${parts}`}`
  }
  if (Number.isInteger(after / before)) return `, ${after / before} times as many`
  return `, ${Math.round((after / before) * 100)} %`
}

/** A value of a parameter, for a sentence. */
export function shown(value: unknown): string {
  if (value === undefined) return 'none'
  const text = typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Longest value in a sentence, in characters. */
const longest = 80

/** The callers of a plan: `visitors`, `plan gold`. */
export function ofPlan(plan: string): string {
  return plan === anonymousPlan ? 'visitors' : `plan ${plan}`
}

/** The items that have the same key, in their order. */
export function grouped<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return [...groups.values()]
}
