import {
  aggregations,
  bodyKeys,
  type Limit,
  type ObjectRule,
  queries,
  type Rule,
} from '../packages/query-guard/src/grammar.js'
import { makeLimits } from '../packages/query-guard/src/index.js'
import { smallest } from '../test/support/grammar-samples.js'

/** A search of at most 1 MiB that is filled with one construct of the grammar. */
export interface LargestSearch {
  /** The construct, what of it is at its limit, and how often: `query match: field ab × 340`. */
  name: string
  /** The body, as JSON. */
  body: string
}

/** A value with one thing at its limit; each number makes another one. */
interface Large {
  name: string
  make(number: number): unknown
}

const limits = makeLimits()
const mostBytes = 2 ** 20 - 1000

/** What texts are filled with: what a check, a parser or a cost looks for. */
export const signs = [
  'abcdefgh ',
  ...['ab ', ':', '"', '\\', '/a', '(', '*', '[', '{1', 'AND ', '1<', '~', '字'],
]

const times = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, number) => make(number))

/** Fills the parts of constructs: each rule once, and each object once in all. */
class Filling {
  readonly #seen = new Set<Rule>()
  readonly #signs: readonly string[]
  readonly #objects: Set<Rule>

  constructor(signs: readonly string[], objects: Set<Rule>) {
    this.#signs = signs
    this.#objects = objects
  }

  /** Values of a rule, each with one thing at its limit; none of what has a fixed size. */
  list(rule: Rule, key: string, room = mostBytes): Large[] {
    const seen = rule.kind === 'object' ? this.#objects : this.#seen
    if (seen.has(rule)) return []
    seen.add(rule)
    switch (rule.kind) {
      case 'text':
      case 'scalar': {
        const length = rule.kind === 'text' ? toNumber(rule.max) : limits.textLength
        return this.#texts(Math.min(length, room))
      }
      case 'field':
        return [
          { name: 'name', make: (i) => `${i}${'n'.repeat(Math.min(240, room))}` },
          { name: 'pattern', make: (i) => `n*e*${i}` },
        ]
      case 'list': {
        const count = Math.min(toNumber(rule.max), 10_000)
        return this.list(rule.of, key, Math.max(4, Math.floor(room / count) - 12)).map((one) => ({
          name: `${one.name}, listed`,
          make: (i) => times(count, (item) => one.make(count * i + item)),
        }))
      }
      case 'object':
        return this.#members(rule, key, room)
      case 'either':
        return [...rule.rules.values()].flatMap((one) => this.list(one, key, room))
      case 'lazy':
        return this.list(rule.of(), key, room)
      case 'clause':
        return [...(rule.of?.() ?? [])].flatMap(([name, one]) =>
          this.list(one, name, room).map((value) => under(name, value)),
        )
      case 'dropped':
      case 'nullable':
      case 'closed':
      case 'feature':
      case 'costed':
        return this.list(rule.rule, key, room)
      default:
        return []
    }
  }

  #texts(length: number): Large[] {
    return this.#signs.map((sign) => {
      const text = sign.repeat(length).slice(0, length)
      return { name: sign, make: (i) => `${i}${text.slice(String(i).length)}` }
    })
  }

  #members(rule: ObjectRule, at: string, room: number): Large[] {
    const { keys, others } = rule
    const base = {
      ...smallest(rule, at),
      // field rules want it
      ...(keys.has('query') && keys.has('fields') && { fields: ['name'] }),
    }
    const known = Object.fromEntries(Object.entries(base).filter(([key]) => keys.has(key)))
    return [
      ...[...keys].flatMap(([key, one]) =>
        this.list(one, key, room).map((value) => under(key, value, base)),
      ),
      ...(others ? this.list(others.of, at, room) : []).map(({ name, make }) => ({
        name: `${others!.as} ${name}`,
        make: (i: number) => ({
          ...known,
          ...Object.fromEntries(times(toNumber(others!.max), (n) => [`n${n}`, make(i + n)])),
        }),
      })),
    ]
  }
}

const toNumber = (limit: Limit): number => (typeof limit === 'number' ? limit : limits[limit])

const under = (key: string, { name, make }: Large, base: object = {}): Large => ({
  name: `${key} ${name}`,
  make: (i) => ({ ...base, [key]: make(i) }),
})

/** How often a text of JSON fills a search, within the limits of the whole text. */
function howOften(text: string): number {
  return Math.floor(
    Math.min(
      mostBytes / (Buffer.byteLength(text) + 12),
      (limits.jsonNodes - 100) / text.split(/[[{,]/).length,
      (limits.jsonMembers - 100) / (text.split(':').length + 1),
    ),
  )
}

/** Searches of each construct: as often as it fits, and as often as the rules count. */
export function* largestSearches(filledWith: readonly string[] = signs): Generator<LargestSearch> {
  const objects = new Set<Rule>()
  const filling = new Filling(filledWith, objects)

  function* filled(kind: string, rule: Rule, parts: readonly Large[], most: number) {
    const [, name] = kind.split(' ') as [string, string]
    for (const part of [{ name: 'plain', make: () => smallest(rule, name) }, ...parts]) {
      const text = JSON.stringify({ [name]: part.make(1) })
      const often = howOften(text)
      for (const count of new Set([often, Math.min(often, most)]))
        yield { name: `${kind}: ${part.name} × ${count}`, each: times(count, () => text) }
    }
  }

  for (const [name, rule] of queries) {
    const parts = new Filling(filledWith, objects).list(rule, name)
    for (const { name: what, each } of filled(`query ${name}`, rule, parts, limits.clauses - 1))
      yield { name: what, body: `{"query":{"bool":{"should":[${each}]}},"size":0}` }
  }
  for (const [name, { rule }] of aggregations) {
    const parts = filling.list(rule, name)
    for (const { name: what, each } of filled(`aggregation ${name}`, rule, parts, limits.aggs)) {
      const named = each.map((text, i) => `"n${i}":${text}`)
      yield { name: what, body: `{"query":{"match_all":{}},"size":0,"aggs":{${named}}}` }
    }
  }
  for (const [name, rule] of Object.entries(bodyKeys))
    for (const { name: part, make } of filling.list(rule, name))
      yield {
        name: `key ${name}: ${part}`,
        body: JSON.stringify({ query: { match_all: {} }, [name]: make(1) }),
      }
}
