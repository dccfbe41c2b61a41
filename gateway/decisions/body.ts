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
import {
  formOf,
  fourDigits,
  isPlain,
  maskedBound,
  maskedNumber,
  maskedOption,
  maskedQuery,
  maskedValue,
} from './text.js'

type Json = Record<string, unknown>
type RuleOf<Kind extends Rule['kind']> = Extract<Rule, { kind: Kind }>

const wholeBody = bodyRule({ ...bodyKeys })

/** More levels than any operator lets pass. */
const mostLevels = 500

/** Formats that decide how a bound is read. */
const formats = /^(strict_date_optional_time|epoch_millis|epoch_second)$/

/** A number as a text, as the guard reads one. */
const decimal = /^ *[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?:e[+-]?\d{1,3})? *$/i

const leafKinds = ['flag', 'number', 'text', 'word', 'scalar', 'field', 'analyzer'] as const
type LeafRule = RuleOf<(typeof leafKinds)[number]>

const isLeaf = (rule: Rule | undefined): rule is LeafRule =>
  (leafKinds as readonly unknown[]).includes(rule?.kind)

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
  /** Names that the caller has chosen, and what they are now: different ones stay different. */
  #names = new Map<string, string>()
  #taken = new Set<string>()
  #collisions = 0

  constructor(known: Known) {
    this.#known = known
  }

  /** @throws RangeError for a body that is nested too deep. */
  search(body: unknown): unknown {
    this.#spread = new Set(isObject(body) ? spreadIn([body.aggs, body.aggregations]) : [])
    this.#isBound = false
    this.#levels = 0
    this.#names = new Map()
    this.#taken = new Set()
    this.#collisions = 0
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
        return isLeaf(rule) ? this.#leaf(rule, value) : this.any(value)
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
      name: this.#name(key),
      of: (one) => this.#members(one, inside),
    }))
  }

  #object({ keys, others }: ObjectRule, value: Json): Json {
    return this.#members(value, (key) => {
      if (keys.has(key)) return { name: key, rule: keys.get(key) }
      if (others?.as === 'field') return { name: this.#field(key), rule: others.of, field: key }
      return others && { name: this.#name(key), rule: others.of }
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
        const free = this.#free(name, (other) => other in masked)
        masked[free] = of && isObject(inner) ? of(inner) : this.#visit(rule, inner)
        this.#isBound = isBound
        this.#ranks = ranks
      }
    })
    return masked
  }

  /** Of an aggregation or a bucket; an order may refer to it. */
  #name(name: string): string {
    if (/^_(count|key|term)$/.test(name)) return name
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const masked = this.#free(formOf(name), (other) => this.#taken.has(other))
    this.#names.set(name, masked)
    this.#taken.add(masked)
    return masked
  }

  /** The name, or another one of its length where it is taken. */
  #free(name: string, isTaken: (name: string) => boolean): string {
    let free = name
    while (isTaken(free)) {
      // letters, for numbers would come first among the names
      const end = (this.#collisions++).toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[+digit]!)
      free = name.slice(0, Math.max(0, name.length - end.length)) + end
    }
    return free
  }

  #deeper<Made>(make: () => Made): Made {
    if (++this.#levels > mostLevels) throw new RangeError('nested too deep')
    const made = make()
    this.#levels--
    return made
  }

  #leaf(rule: LeafRule, value: unknown): unknown {
    if (typeof value === 'number') return this.#number(rule, value)
    if (typeof value !== 'string') return this.any(value)
    switch (rule.kind) {
      case 'flag':
        return /^(true|false)$/.test(value) ? value : formOf(value)
      case 'word':
        return rule.words.has(value.toLowerCase()) ? value : formOf(value)
      case 'field':
        return this.#field(value)
      case 'analyzer':
        return this.#known.words.has(value) ? value : formOf(value)
      case 'number':
        return decimal.test(value) ? this.#decimal(rule, value) : formOf(value)
      case 'scalar':
        return this.#isBound ? maskedBound(value) : maskedValue(value)
      case 'text':
        return this.#text(rule, value)
    }
  }

  #text({ max, check, names }: RuleOf<'text'>, value: string): string {
    if (this.#isBound) return maskedBound(value)
    if (names) return maskedQuery(value, this.#known.isField)
    if (max === 'patternLength' || max === 'queryTextLength') return maskedQuery(value, () => false)
    if (typeof max === 'string') return formOf(value)
    if (check && max <= 256) return maskedOption(value)
    if (check) return maskedShape(value)
    return formats.test(value) ? value : maskedValue(value)
  }

  #number(rule: LeafRule, value: number): number {
    if (!Number.isFinite(value)) return value
    const rank = this.#ranks.indexOf(value)
    if (rank >= 0) return rank
    if (this.#isBound && !isInexact(value)) return isPlain(value) ? value : fourDigits(value)
    if (rule.kind !== 'number' || isUnbounded(rule)) return maskedNumber(value)
    if (isPlain(value)) return value
    const { min, max } = rule
    if (typeof max === 'number' && value > max) return max + 1
    return typeof min === 'number' && value < min ? min - 1 : maskedNumber(value)
  }

  #decimal(rule: RuleOf<'number'>, text: string): string {
    const value = Number(text)
    const masked = this.#number(rule, value)
    return masked === value ? text : String(masked)
  }

  /** A reference to fields, which may be a pattern and end in a boost. */
  #field(reference: string): string {
    const { isField } = this.#known
    const at = reference.lastIndexOf('^')
    const [name, boost] = at < 0 ? [reference, ''] : [reference.slice(0, at), reference.slice(at)]
    if (boost.length > 5) return formOf(reference)
    return (isMeta(name) || isField(name) ? name : formOf(name)) + boost.replace(/[^\d.^]/g, 'x')
  }
}

const isMeta = (name: string) => /^(\*|_(score|doc|shard_doc|id|index|seq_no|source))$/.test(name)

const isInexact = (value: number) => Number.isInteger(value) && !Number.isSafeInteger(value)

/** Values and coordinates, in contrast to settings. */
const isUnbounded = ({ integer, min, max }: RuleOf<'number'>) =>
  !integer && Number(min) <= -1e9 && Number(max) >= 1e9

/** A shape as a text; the word that refuses it stays. */
const maskedShape = (text: string): string =>
  text
    .split(/(geometrycollection)/i)
    .map((part, i) => (i % 2 === 0 ? formOf(part) : part))
    .join('')

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
