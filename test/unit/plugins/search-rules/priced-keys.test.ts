import { sampleOrganizations } from '../../../../dev/samples/organizations.js'
import { features, type ObjectRule } from '../../../../plugins/search-rules/rule/rule.js'
import { validatorOf } from '../../../../plugins/search-rules/validate/request.js'
import { Generator, randomOf } from '../../../engine/price/generator.js'
import {
  analyzers,
  GrammarValues,
  openAggregations,
  openQueries,
} from '../../../engine/price/grammar-values.js'
import { walkBody, walkGrammar, wholeBody } from '../../../engine/price/grammar-walk.js'
import type { Json } from '../../../engine/price/json.js'

/**
 * Every key and every name of the grammar, as `query match.*.fuzziness` and `aggregation terms`.
 */
function keysOfGrammar(): { names: Map<ObjectRule, string>; keys: Set<string> } {
  const names = new Map<ObjectRule, string>()
  const keys = new Set<string>()
  walkGrammar({
    named: (name) => keys.add(name),
    object(rule, name) {
      names.set(rule, name)
      for (const [key, of] of rule.keys) if (of.kind !== 'unsafe') keys.add(`${name}.${key}`)
    },
  })
  return { names, keys }
}

/** Rounds over the whole grammar: a rare combination of keys takes some. */
const mostRounds = 2000

// None is exempt: what costs nothing is tried too, so that no reason has to be believed
test('every key of the grammar is tried by the price lab (test/engine/price)', () => {
  const opened = { features: [...features], analyzers, maxCost: Number.MAX_SAFE_INTEGER }
  const judge = validatorOf({ indexPrefixes: ['map-serp'], ...opened })
  const generator = new Generator(randomOf(1), sampleOrganizations())
  const values = new GrammarValues(generator, 3)
  const { names, keys } = keysOfGrammar()
  const untried = new Set(keys)
  const mark = (body: Json) => {
    if ('problems' in judge(JSON.stringify({ index: 'map-serp', body }))) return
    walkBody(wholeBody, body, 'body', {
      named: (name) => untried.delete(name),
      object(rule, _, value) {
        for (const key of Object.keys(value)) untried.delete(`${names.get(rule)}.${key}`)
      },
    })
  }
  const all = { match_all: {} }
  for (let round = 0; round < mostRounds && untried.size > 0; round++) {
    for (const name of openQueries) mark({ query: values.clause(name) })
    for (const type of openAggregations) mark({ query: all, aggs: { x: values.aggregation(type) } })
    for (const [key, rule] of wholeBody.keys) {
      if (rule.kind !== 'unsafe') mark({ query: all, [key]: values.value(rule, key, key) })
    }
  }
  expect([...untried].sort()).toEqual([])
  expect(keys.size).toBeGreaterThan(700)
}, 120_000)
