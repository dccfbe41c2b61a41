import { aggregations } from '../../../plugins/search-rules/grammar/aggregations.js'
import { bodyKeys } from '../../../plugins/search-rules/grammar/body.js'
import { queries } from '../../../plugins/search-rules/grammar/queries.js'
import { object } from '../../../plugins/search-rules/rule/builders.js'
import {
  besideAggregation,
  kindOf,
  onlyKey,
} from '../../../plugins/search-rules/rule/json-value.js'
import type { ObjectRule, Rule } from '../../../plugins/search-rules/rule/rule.js'
import type { Json } from './json.js'

/** The rule of a whole body. */
export const wholeBody = object({ ...bodyKeys })

/** What rules are seen on a walk through the grammar, or through a body along it. */
export interface Seen {
  /** An object, by its rule; `value` only where a body is walked. */
  object(rule: ObjectRule, name: string, value: Json): void
  /** The name of a clause or an aggregation. */
  named(name: string): void
}

/**
 * The rules that are chosen by a name: all clauses, those of a small grammar of its own, all
 * aggregations.
 */
const clauseNames = new Map<ReadonlyMap<string, Rule>, string>([[queries, 'query']])
const ofAggregations: ReadonlyMap<string, Rule> = new Map(
  [...aggregations].map(([name, { rule }]) => [name, rule]),
)

/** Walks through a body along its rule. What the rule does not know is left out. */
export function walkBody(rule: Rule, value: Json, name: string, seen: Seen): void {
  const inside = insideOf(rule)
  if (inside) {
    walkBody(inside, value, name, seen)
    return
  }
  switch (rule.kind) {
    case 'object': {
      if (kindOf(value) !== 'object') return
      seen.object(rule, name, value)
      for (const key of Object.keys(value)) {
        const of = rule.keys.get(key) ?? rule.others?.of
        if (of) walkBody(of, value[key], `${name}.${rule.keys.has(key) ? key : '*'}`, seen)
      }
      return
    }
    case 'list':
      for (const one of Array.isArray(value) ? value : [value]) walkBody(rule.of, one, name, seen)
      return
    case 'either': {
      const chosen = rule.rules.get(kindOf(value))
      if (chosen) walkBody(chosen, value, name, seen)
      return
    }
    case 'clause': {
      const grammar = rule.of?.() ?? queries
      const clause = onlyKey(value)
      const of = clause === undefined ? undefined : grammar.get(clause)
      if (!of) return
      const next = nameOf(grammar, clause!, name)
      seen.named(next)
      walkBody(of, value[clause!], next, seen)
      return
    }
    case 'aggs':
      for (const one of Object.values<Json>(value ?? {})) walkAggregation(one, seen)
  }
}

function walkAggregation(value: Json, seen: Seen): void {
  const type = onlyKey(value, besideAggregation)
  const of = type === undefined ? undefined : ofAggregations.get(type)
  if (!of) return
  seen.named(`aggregation ${type}`)
  walkBody(of, value[type!], `aggregation ${type}`, seen)
  for (const inner of [value.aggs, value.aggregations]) {
    for (const one of Object.values<Json>(inner ?? {})) walkAggregation(one, seen)
  }
}

/**
 * Walks through the whole grammar, each object once. Unsafe constructs, which pass unjudged, are
 * left out.
 */
export function walkGrammar(seen: Seen): void {
  const done = new Set<Rule | ReadonlyMap<string, Rule>>()
  const visit = (rule: Rule, name: string): void => {
    if (done.has(rule)) return
    done.add(rule)
    const inside = insideOf(rule)
    if (inside) visit(inside, name)
    else if (rule.kind === 'list') visit(rule.of, name)
    else if (rule.kind === 'either') for (const one of rule.rules.values()) visit(one, name)
    else if (rule.kind === 'clause') visitAll(rule.of?.() ?? queries, name)
    else if (rule.kind === 'object') {
      seen.object(rule, name, undefined)
      for (const [key, of] of rule.keys) visit(of, `${name}.${key}`)
      if (rule.others) visit(rule.others.of, `${name}.*`)
    }
  }
  const visitAll = (grammar: ReadonlyMap<string, Rule>, around: string): void => {
    if (done.has(grammar)) return
    done.add(grammar)
    for (const [clause, rule] of grammar) {
      if (rule.kind === 'unsafe') continue
      const name = nameOf(grammar, clause, around)
      seen.named(name)
      visit(rule, name)
    }
  }
  visitAll(queries, '')
  for (const [type, rule] of ofAggregations) {
    if (rule.kind === 'unsafe') continue
    seen.named(`aggregation ${type}`)
    visit(rule, `aggregation ${type}`)
  }
  visit(wholeBody, 'body')
}

/** What a rule only wraps. */
export function insideOf(rule: Rule): Rule | undefined {
  if (rule.kind === 'lazy') return rule.of()
  return 'rule' in rule ? rule.rule : undefined
}

/**
 * `query match`; of a small grammar the clause that first led there and its own name: `query
 * span_near span_term`.
 */
function nameOf(grammar: ReadonlyMap<string, Rule>, clause: string, around: string): string {
  if (!clauseNames.has(grammar)) clauseNames.set(grammar, around.split('.')[0]!)
  return `${clauseNames.get(grammar)} ${clause}`
}
