import { geoPoint } from '../../packages/query-guard/src/grammar/geo.js'
import {
  aggregations,
  bodyKeys,
  type ObjectRule,
  queries,
  type Rule,
} from '../../packages/query-guard/src/grammar.js'
import type { ListRule } from '../../packages/query-guard/src/rule/rule.js'
import { all, beside, fields, meant, needed, places, sources, unjudged } from './grammar-values.js'

/** A search body that uses one construct of the search rules' grammar, or one parameter of it. */
export interface GrammarSample {
  /** What it is a sample of: `query match`, `aggregation terms`, `key sort`. */
  construct: string
  body: Record<string, unknown>
}

/** Values that a rule takes: the first uses the least, each other one uses one thing more. */
function valuesOf(rule: Rule, key: string, field: string, depth = 0): unknown[] {
  if (Object.hasOwn(meant, key)) return [...meant[key]!]
  if (rule === geoPoint) return [...places]
  switch (rule.kind) {
    case 'flag':
      return [true, false]
    case 'number':
      return [typeof rule.min === 'number' && rule.min > 1 ? rule.min : 1]
    case 'text':
      return ['1']
    case 'word':
      return [...rule.words]
    case 'scalar':
      return ['1', 1]
    case 'field':
      return [field]
    case 'json':
      return [null]
    case 'list':
      return listsOf(rule, key, field, depth)
    case 'object':
      return objectsOf(rule, key, field, depth)
    case 'either':
      return [...rule.rules.values()].flatMap((one) => valuesOf(one, key, field, depth))
    case 'lazy':
      return depth > 1 ? [] : valuesOf(rule.of(), '', field, depth + 1)
    case 'clause':
      return rule.of === undefined ? [all] : clausesOf(rule.of(), field, depth + 1)
    case 'aggs':
      return [{ inner: { value_count: { field: 'region' } } }]
    case 'analyzer':
      return ['whitespace', 'english']
    case 'dropped':
    case 'nullable':
    case 'closed':
    case 'feature':
    case 'costed':
      return valuesOf(rule.rule, key, field, depth)
    case 'unsafe':
      return [unjudged[rule.name]]
  }
}

/** The value of a rule that uses the least. */
export const smallest = (rule: Rule, key: string): object =>
  Object(valuesOf(rule, key, fields[key] ?? 'name')[0])

function listsOf({ of, bare }: ListRule, key: string, field: string, depth: number): unknown[] {
  const values = valuesOf(of, key, field, depth)
  return [...values.map((value) => [value]), ...(bare ? values.slice(0, 1) : [])]
}

/** Clauses of a small grammar of its own (spans, intervals), which are within themselves. */
function clausesOf(grammar: ReadonlyMap<string, Rule>, field: string, depth: number): unknown[] {
  if (depth > 1) return []
  return [...grammar].flatMap(([name, rule]) =>
    valuesOf(rule, '', field, depth).map((value) => ({ [name]: value })),
  )
}

function objectsOf(
  { keys, required, others }: ObjectRule,
  at: string,
  field: string,
  depth: number,
): object[] {
  const choices = new Map(
    [...keys].map(([key, rule]) => [key, valuesOf(rule, key, fields[key] ?? field, depth)]),
  )
  if (keys.size === sources.length && sources.every((name) => keys.has(name))) {
    return [...choices].flatMap(([name, values]) => values.map((value) => ({ [name]: value })))
  }
  const freeKey = others?.as === 'field' ? field : at === 'order' ? '_key' : 'inner'
  if (others) choices.set(freeKey, valuesOf(others.of, freeKey, field, depth))
  const isNeeded = (key: string) =>
    [...required, ...needed].includes(key) || (others !== undefined && !keys.has(key))
  const base = Object.fromEntries(
    [...choices].filter(([key]) => isNeeded(key)).map(([key, [first]]) => [key, first]),
  )
  const more = [...choices].flatMap(([key, values]) =>
    values.slice(isNeeded(key) ? 1 : 0).map((value) => ({ ...base, [key]: value })),
  )
  return [base, ...more]
}

/**
 * Each query, aggregation and key of the body, first alone, then with each of its parameters and
 * their values.
 */
export function grammarSamples(): GrammarSample[] {
  const of = (name: string, rule: Rule, key = '') => valuesOf(rule, key, fields[name] ?? 'name')
  const inQuery = [...queries].flatMap(([name, rule]) =>
    of(name, rule).map((clause) => ({
      construct: `query ${name}`,
      body: { query: { [name]: clause } },
    })),
  )
  const inAggs = [...aggregations].flatMap(([name, { rule }]) =>
    of(name, rule).map((params) => ({
      construct: `aggregation ${name}`,
      body: { query: all, size: 0, aggs: { made: { [name]: params } } },
    })),
  )
  const inBody = Object.entries(bodyKeys).flatMap(([name, rule]) =>
    of(name, rule, name).map((value) => ({
      construct: `key ${name}`,
      body: { query: all, ...beside[name], [name]: value },
    })),
  )
  return [...inQuery, ...inAggs, ...inBody]
}
