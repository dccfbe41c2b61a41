import { isObject } from '../../kit/config/objects.js'
import {
  aggregations,
  bodyKeys,
  bodyRule,
  type JsonKind,
  type ObjectRule,
  queries,
  type Rule,
} from '../../packages/query-guard/src/grammar.js'
import type { Known } from './known.js'
import { isLeaf, maskedField, maskedLeaf } from './leaves.js'
import { ChosenNames } from './names.js'
import { formOf, maskedNumber, maskedValue } from './text.js'

type Json = Record<string, unknown>

const wholeBody = bodyRule({ ...bodyKeys })

/** More levels than any operator lets pass. */
const mostLevels = 500

/** A member of an object: the name that stays, and what its value is masked by. */
interface Member {
  name?: string | undefined
  rule?: Rule | undefined
  /** The field that the name is. */
  field?: string
  of?(value: Json): Json
}

/** Masks bodies of searches by the grammar of the query guard: what a place means decides. */
export class BodyMask {
  readonly #known: Known
  /** Fields whose values are put in the buckets of a histogram: their ranges decide its cost. */
  #spread: ReadonlySet<string> = new Set()
  /** Whether the current place holds bounds of a histogram. */
  #isBound = false
  /** Bounds of overlapping ranges, in order. */
  #ranks: readonly number[] = []
  #levels = 0
  #names = new ChosenNames()

  constructor(known: Known) {
    this.#known = known
  }

  /** @throws RangeError for a body that is nested too deep. */
  search(body: unknown): unknown {
    this.#spread = new Set(isObject(body) ? spreadIn([body.aggs, body.aggregations]) : [])
    this.#isBound = false
    this.#names = new ChosenNames()
    return this.#visit(wholeBody, body)
  }

  /** Any JSON: its form alone. */
  readonly any = (value: unknown): unknown => {
    if (typeof value === 'string') return maskedValue(value)
    if (typeof value === 'number') return maskedNumber(value)
    if (Array.isArray(value)) return this.#deeper(() => value.map(this.any))
    return isObject(value) ? this.#members(value, () => undefined) : value
  }

  #visit(rule: Rule | undefined, value: unknown): unknown {
    switch (rule?.kind) {
      case 'costed':
      case 'closed':
      case 'dropped':
      case 'nullable':
      case 'feature':
        return this.#visit(rule.rule, value)
      case 'lazy':
        return this.#visit(rule.of(), value)
      case 'either':
        return this.#visit(rule.rules.get(kindOf(value)), value)
      case 'list':
        if (!Array.isArray(value)) return this.#visit(rule.of, value)
        return this.#deeper(() => value.map((one) => this.#visit(rule.of, one)))
      case 'object':
        return isObject(value) ? this.#object(rule, value) : this.any(value)
      case 'clause':
        return isObject(value) ? this.#clause(rule.of?.() ?? queries, value) : this.any(value)
      case 'aggs':
        return isObject(value) ? this.#aggregations(value) : this.any(value)
      default:
        return isLeaf(rule) && typeof value !== 'object'
          ? maskedLeaf(rule, value, {
              known: this.#known,
              isBound: this.#isBound,
              ranks: this.#ranks,
            })
          : this.any(value)
    }
  }

  #clause(clauses: ReadonlyMap<string, Rule>, value: Json): Json {
    return this.#members(value, (name) => clauses.has(name) && { name, rule: clauses.get(name) })
  }

  #aggregations(value: Json): Json {
    const inside = (key: string) => {
      if (key === 'aggs' || key === 'aggregations')
        return { name: key, rule: { kind: 'aggs' } as const }
      if (key === 'meta') return { name: key }
      return aggregations.has(key) && { name: key, rule: aggregations.get(key)!.rule }
    }
    return this.#members(value, (key) => ({
      name: this.#names.of(key),
      of: (one) => this.#members(one, inside),
    }))
  }

  #object({ keys, others }: ObjectRule, value: Json): Json {
    return this.#members(value, (key) => {
      if (keys.has(key)) return { name: key, rule: keys.get(key) }
      if (others?.as === 'field')
        return { name: maskedField(key, this.#known), rule: others.of, field: key }
      return others && { name: this.#names.of(key), rule: others.of }
    })
  }

  /** @param known The name that stays and the rule of the value; without a name it is masked. */
  #members(value: Json, known: (key: string) => Member | false | undefined): Json {
    const masked: Json = Object.create(null)
    this.#deeper(() => {
      for (const [key, inner] of Object.entries(value)) {
        const { name = formOf(key), rule, field, of } = known(key) || {}
        const [isBound, ranks] = [this.#isBound, this.#ranks]
        this.#isBound ||= /^(hard|extended)_bounds$/.test(key) || this.#spread.has(field ?? '')
        if (key === 'ranges') this.#ranks = numbersIn(inner)
        const free = this.#names.free(name, (other) => other in masked)
        masked[free] = of && isObject(inner) ? of(inner) : this.#visit(rule, inner)
        this.#isBound = isBound
        this.#ranks = ranks
      }
    })
    return masked
  }

  #deeper<Made>(make: () => Made): Made {
    if (++this.#levels > mostLevels) throw new RangeError('nested too deep')
    try {
      return make()
    } finally {
      this.#levels--
    }
  }
}

/** As JSON names it. */
function kindOf(value: unknown): JsonKind {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : (typeof value as JsonKind)
}

/** The numbers of some ranges, in order. */
function numbersIn(ranges: unknown): number[] {
  const ends = [ranges].flat().flatMap((range) => (isObject(range) ? [range.from, range.to] : []))
  const numbers = ends.filter((end) => typeof end === 'number')
  return [...new Set(numbers)].sort((one, other) => one - other)
}

/** The fields that histograms collect. */
function spreadIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    /^(date_)?histogram$/.test(key) && isObject(inner) ? [String(inner.field)] : spreadIn(inner),
  )
}
