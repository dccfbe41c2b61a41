import { aggregations } from '../../../plugins/search-rules/grammar/aggregations.js'
import { geoPoint } from '../../../plugins/search-rules/grammar/geo.js'
import { queries } from '../../../plugins/search-rules/grammar/queries.js'
import { limitsOf } from '../../../plugins/search-rules/rule/limits.js'
import type { Limit, ObjectRule, Rule } from '../../../plugins/search-rules/rule/rule.js'
import { fields, meant, needed } from '../../support/grammar-values.js'
import type { Generator } from './generator.js'
import { insideOf, walkBody, wholeBody } from './grammar-walk.js'
import type { Json } from './json.js'

const limits = limitsOf()
const limitOf = (limit: Limit): number => (typeof limit === 'number' ? limit : limits[limit])
/**
 * What those of the operator would be called that opens `analyzers`: one of Elasticsearch's, and
 * one of the loader's.
 */
export const analyzers = ['simple', 'whitespace', 'folded']

/** Texts by their key, where any words would mean nothing. */
const texts: Readonly<Record<string, (generator: Generator) => Json>> = {
  query: (generator) => generator.words(60),
  like: (generator) => generator.words(200),
  unlike: (generator) => generator.words(20),
  text: (generator) => generator.words(60),
  value: (generator) => generator.word(),
  wildcard: (generator) => generator.wildcard(),
  pattern: (generator) => generator.wildcard(),
  include: (generator) => generator.pick(['.*a.*', 'A.*', [generator.word()]]),
  exclude: (generator) => generator.pick(['.*a.*', 'A.*', [generator.word()]]),
  format: (generator) => generator.pick(['0.00', '#,##0', 'yyyy', "yyyy'year'", 'epoch_millis']),
  origin: (generator) => generator.pick(['1990-01-01', '2000', 1990, generator.point()]),
  scale: (generator) => generator.pick(['10d', '500km', 10]),
  offset: (generator) => generator.pick(['1d', '5km', 1]),
  pivot: (generator) => generator.pick(['300d', '100km']),
  missing: (generator) => generator.pick([0, 1, '1990-01-01', 'x', '_last']),
  missing_order: (generator) => generator.pick(['first', 'last', 'default']),
  shape: (generator) => generator.shape(),
  interval: (generator) => generator.pick([1, 10, 1000, 1e6]),
  seed: (generator) => generator.upTo(1000),
  search_after: (generator) => [generator.pick([1, 'a', 1990])],
  path: (generator) => generator.field('keyword'),
  terms: (generator) => generator.times(generator.upTo(300), () => generator.word()),
  stop_words: (generator) => generator.times(generator.upTo(300), () => generator.word()),
  boundary_chars: () => '.,!? ',
  'derivative.unit': () => '1d',
  'rare_terms.precision': () => 0.01,
}

const isSafe = (rule: Rule): boolean => rule.kind !== 'unsafe'
export const openQueries = [...queries].filter(([, rule]) => isSafe(rule)).map(([name]) => name)
export const openAggregations = [...aggregations]
  .filter(([, { rule }]) => isSafe(rule))
  .map(([type]) => type)

/** Steps of the grammar beyond which a value holds no further clauses. */
const deepest = 10

/** Makes values of any rule of the grammar, of sizes over several orders of magnitude. */
export class GrammarValues {
  readonly #generator: Generator
  readonly #longest: number

  /** @param longest Elements of a list at most. */
  constructor(generator: Generator, longest = 100) {
    this.#generator = generator
    this.#longest = longest
  }

  /** A clause, of any name where none is given. */
  clause(name = this.#generator.pick(openQueries), depth = 1): Json {
    return { [name]: this.value(queries.get(name)!, '', name, depth) ?? {} }
  }

  /** An aggregation, of any type where none is given. */
  aggregation(type = this.#generator.pick(openAggregations)): Json {
    return { [type]: this.value(aggregations.get(type)!.rule, '', type) ?? {} }
  }

  /**
   * A value that a rule takes.
   * @param key Where it is.
   * @param construct The clause or aggregation around it, which decides what its field is.
   */
  value(rule: Rule, key: string, construct: string, depth = 0): Json {
    const generator = this.#generator
    const inside = insideOf(rule)
    if (inside)
      return rule.kind === 'lazy' && depth > deepest
        ? undefined
        : this.value(inside, key, construct, depth + 1)
    if (rule === geoPoint && generator.chance(0.7)) return generator.point()
    if (isPlain(rule)) {
      const hint =
        texts[`${construct}.${key}`] ?? (Object.hasOwn(texts, key) ? texts[key] : undefined)
      if (hint && generator.chance(0.6)) return hint(generator)
      if (Object.hasOwn(meant, key) && generator.chance(0.7)) return generator.pick(meant[key]!)
    }
    switch (rule.kind) {
      case 'flag':
        return generator.chance(0.5)
      case 'number':
        return this.#number(limitOf(rule.min), limitOf(rule.max), rule.integer)
      case 'text':
        return generator.chance(0.2)
          ? 'x'.repeat(generator.upTo(limitOf(rule.max)))
          : generator.word()
      case 'word':
        return generator.pick([...rule.words])
      case 'scalar':
        return generator.pick<Json>([generator.word(), generator.upTo(3000), '2000-01-01'])
      case 'field':
        return this.#field(construct)
      case 'analyzer':
        return generator.pick(analyzers)
      case 'json':
        return null
      case 'list': {
        const count = generator.upTo(
          Math.min(limitOf(rule.max), depth > 4 ? 2 : this.#longest),
          Math.max(1, rule.min),
        )
        return generator
          .times(count, () => this.value(rule.of, key, construct, depth + 1))
          .filter(isThere)
      }
      case 'either':
        return this.value(
          generator.pick([...rule.rules.values()].filter(isSafe)),
          key,
          construct,
          depth,
        )
      case 'clause':
        if (rule.of) return this.#clauseOf(rule.of(), construct, depth + 1)
        return depth < 3 && generator.chance(0.5)
          ? this.clause(undefined, depth + 1)
          : generator.termLevel()
      case 'aggs':
        return generator.aggs(3)
      case 'object':
        return this.#object(rule, construct, depth)
      default:
        return undefined
    }
  }

  #clauseOf(grammar: ReadonlyMap<string, Rule>, around: string, depth: number): Json {
    if (depth > deepest)
      return this.#generator.pick([{ span_term: { name: 'inc' } }, { match: { query: 'inc' } }])
    const [name, rule] = this.#generator.pick([...grammar].filter(([, one]) => isSafe(one)))
    return { [name]: this.value(rule, '', around, depth + 1) ?? {} }
  }

  #object({ keys, required, others }: ObjectRule, construct: string, depth: number): Json {
    const generator = this.#generator
    const made: Json = {}
    for (const [key, rule] of keys) {
      const isNeeded = required.includes(key) || (needed.includes(key) && generator.chance(0.7))
      if (!isNeeded && !generator.chance(keys.size > 6 ? 0.15 : 0.4)) continue
      const value = isSafe(rule)
        ? this.value(rule, key, fields[key] ? key : construct, depth + 1)
        : undefined
      if (isThere(value)) made[key] = value
    }
    if (!others) return made
    const count = Math.max(others.min, generator.upTo(Math.min(limitOf(others.max), 5)))
    for (let i = 0; i < count; i++) {
      const name = others.as === 'field' ? this.#field(construct) : `n${i}`
      const value = this.value(others.of, name, construct, depth + 1)
      if (isThere(value)) made[name] = value
    }
    return made
  }

  #number(min: number, max: number, isInteger: boolean): number {
    const generator = this.#generator
    if (!isInteger)
      return max <= 1
        ? generator.random()
        : Math.max(Math.max(min, -1), generator.pick([0.5, 1, 2, 100]))
    return generator.chance(0.1) ? min : generator.upTo(Math.min(max, 1e9), Math.max(1, min))
  }

  #field(construct: string): string {
    const known = fields[construct]
    if (known !== undefined && this.#generator.chance(0.8)) return known
    return this.#generator.field(this.#generator.pick(['keyword', 'number', 'text']))
  }
}

/**
 * Whether a rule is of a text, a number or a list of such: what its key means decides about its
 * value.
 */
function isPlain(rule: Rule): boolean {
  if (rule.kind === 'list') return isPlain(insideOf(rule.of) ?? rule.of)
  return !['object', 'clause', 'aggs'].includes(rule.kind)
}

const isThere = (value: Json): boolean => value !== undefined

/**
 * Sets one more key somewhere in a body, or puts a clause or an aggregation there that the
 * generator does not write.
 */
export function addFromGrammar(generator: Generator, body: Json): void {
  const values = new GrammarValues(generator)
  const kind = generator.random()
  if (kind < 0.2)
    body.query = {
      bool: { should: [body.query, ...generator.times(generator.upTo(30), () => values.clause())] },
    }
  else if (kind < 0.35)
    body.aggs = { ...body.aggs, [`g${Math.floor(generator.random() * 1e6)}`]: values.aggregation() }
  else setKey(generator, values, body)
}

function setKey(generator: Generator, values: GrammarValues, body: Json): void {
  const places: { rule: ObjectRule; name: string; value: Json }[] = []
  walkBody(wholeBody, body, 'body', {
    object: (rule, name, value) => places.push({ rule, name, value }),
    named() {},
  })
  const { rule, name, value } = generator.pick(places)
  const construct = name.split('.')[0]!.split(' ').at(-1)!
  const open = [...rule.keys].filter(([key, of]) => isSafe(of) && !(key in value))
  if (open.length === 0) return
  const [key, of] = generator.pick(open)
  const made = values.value(of, key, fields[key] ? key : construct)
  if (isThere(made)) value[key] = made
}
