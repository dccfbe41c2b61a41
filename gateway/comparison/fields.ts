import { isDeepStrictEqual } from 'node:util'
import { type Choice, fieldRules } from '../../packages/query-guard/src/index.js'
import { vocabulary } from '../../plugins/kit/vocabulary.js'
import type { Effect } from './change.js'
import { compareLists, type ListWords } from './lists.js'
import { listed, shown } from './words.js'

/** A change of rules; `key`: the parameter that says it. */
export interface Finding {
  effect: Effect
  text: string
  key: string
}

/** Most fields that a sentence names. */
const most = 20

/**
 * The fields that open and close: those of the shipped indices, and those that the rules name. A
 * pattern alone does not say which.
 */
export function compareFields(before: Choice, after: Choice): Finding[] {
  const key = (['deny', 'allow'] as const).find((one) => !isSameSet(before[one], after[one]))
  if (!key) return []
  const named = [before, after].flatMap(({ allow = [], deny = [] }) => [...allow, ...deny])
  const known = new Set([...knownFields(), ...named.filter((name) => !name.includes('*'))])
  const [was, is] = [before, after].map((choice) => testOf(choice)) as [Test, Test]
  const why = `(fields.${key}: ${patterns(before[key])} → ${patterns(after[key])})`
  const words: ListWords = {
    added: ['allows', (names) => `searches may name and return ${outermost(names)} ${why}`],
    removed: ['refuses', (names) => `searches may not name or return ${outermost(names)} ${why}`],
  }
  const found = compareLists(words, [...known].filter(was), [...known].filter(is))
  const text = `field rules of searches: no field of the shipped indices differs ${why}`
  const all = found.length > 0 ? found : [{ effect: 'changes' as const, text }]
  return all.map((one) => ({ ...one, key: `fields.${key}` }))
}

type Test = (name: string) => boolean

function testOf({ allow, deny }: Choice): Test {
  const rules = fieldRules(allow, deny)
  return (name) => rules?.allows(name) ?? true
}

const isSameSet = (one: readonly string[] = [], other: readonly string[] = []) =>
  isDeepStrictEqual(new Set(one), new Set(other))

const patterns = (list: readonly string[] = []) =>
  list.length > 0 ? shown(list.join(', ')) : 'none'

/** Without sub-fields of fields that are named. */
function outermost(names: readonly string[]): string {
  return listed(
    names.filter((name) => !names.some((other) => name.startsWith(`${other}.`))),
    most,
  )
}

/** The fields that a plugin knows, in all indices. */
const knownFields = () => [...(vocabulary.fields?.('') ?? new Map()).keys()]
