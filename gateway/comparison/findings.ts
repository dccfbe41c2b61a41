import { isDeepStrictEqual } from 'node:util'
import type { EffectiveRules, LimitName } from '../../packages/query-guard/src/index.js'
import { compareFields, type Finding } from './fields.js'
import { compareLists, type ListWords } from './lists.js'
import { listed, share } from './words.js'

/** Lists of names that searches may use. */
const names = {
  keys: 'the key',
  queries: 'the query',
  aggregations: 'the aggregation',
  features: 'the feature',
  analyzers: 'the analyzer',
  unsafe: 'the unsafe construct',
} as const

/** Changes of the rules of one plan, as they take effect. */
export function findingsOf(before: EffectiveRules, after: EffectiveRules): Finding[] {
  const ofNames = Object.entries(names).flatMap(([key, what]) => {
    const [was, is] = [before, after].map((rules) => rules[key as keyof typeof names])
    return compareNames(key, was!, is!, (some) => `use ${what} ${listed(some, 20)}`)
  })
  return [
    ...comparePrefixes(before.indexPrefixes, after.indexPrefixes),
    ...compareNumber('maxCost', before.maxCost, after.maxCost),
    ...Object.keys(after.limits).flatMap((name) => {
      const [was, is] = [before.limits[name as LimitName], after.limits[name as LimitName]]
      return compareNumber(`limits.${name}`, was, is, name === 'dateIntervalSeconds')
    }),
    ...ofNames,
    ...compareFields(before.fields, after.fields),
    ...compareFilters(before.filter, after.filter),
  ]
}

/** @param isLeast Whether it is a minimum. */
function compareNumber(key: string, was: number, is: number, isLeast = false): Finding[] {
  if (was === is) return []
  const effect = is > was !== isLeast ? 'allows' : 'refuses'
  return [{ key, effect, text: `${key} of searches: ${was} → ${is}${share(was, is)}` }]
}

function compareNames(
  key: string,
  before: readonly string[],
  after: readonly string[],
  what: (names: readonly string[]) => string,
): Finding[] {
  const words: ListWords = {
    added: ['allows', (names) => `searches may ${what(names)}`],
    removed: ['refuses', (names) => `searches may not ${what(names)}`],
  }
  return compareLists(words, before, after).map((one) => ({ key, ...one }))
}

/** A prefix covers those that begin with it. */
function comparePrefixes(before: readonly string[], after: readonly string[]): Finding[] {
  const beyond = (some: readonly string[], others: readonly string[]) =>
    some.filter((prefix) => !others.some((other) => prefix.startsWith(other)))
  return compareNames('indexPrefixes', beyond(before, after), beyond(after, before), (some) => {
    return `address ${listed(some.map((prefix) => `${prefix}*`))}`
  })
}

/** A filter is no part of a sentence: it may name what callers must not learn. */
function compareFilters(before: object | undefined, after: object | undefined): Finding[] {
  if (isDeepStrictEqual(before, after)) return []
  if (!before)
    return [{ key: 'filter', effect: 'refuses', text: 'searches find only what a filter matches' }]
  if (!after)
    return [
      { key: 'filter', effect: 'allows', text: 'searches find everything: their filter is gone' },
    ]
  return [{ key: 'filter', effect: 'changes', text: 'searches find what another filter matches' }]
}
