import type { JsonObject } from '../rule/json-value.js'
import type { CostClass, Rule, Scope } from '../rule/rule.js'
import { prices } from './prices.js'
import { allFields, fieldOf, fieldParameters, holdsWords, repeatsOf, sizeOf } from './scale.js'
import { isScan, textClasses } from './text-classes.js'

/** The classes of cost that a query clause may have. */

/** A cost for each clause, times the size of the index. */
const fixed = (price: number): CostClass => ({
  about: `${price}`,
  of: (_, scope) => price * sizeOf(scope),
})

/** Of a clause that looks up several entries of a dictionary. */
const lookingUp = (about: string, priceOf: (clause: JsonObject) => number): CostClass => ({
  about,
  of: (clause, scope) => priceOf(clause) * rewrites(clause) * repeatsOf(scope) * sizeOf(scope),
  highlighted: () => prices.highlightedPattern,
})

/** A rewrite that scores makes a clause of each entry besides. */
function rewrites(clause: JsonObject): number {
  const { rewrite } = fieldParameters(clause)
  return typeof rewrite === 'string' && /scoring|top_terms/.test(rewrite) ? 2 : 1
}

/** Values listed in a clause such as `terms` or `ids`. */
function listedIn(clause: JsonObject): number {
  let count = 0
  for (const key in clause) if (Array.isArray(clause[key])) count += clause[key].length
  return count
}

const prefix = lookingUp(`${prices.lookup}`, () => prices.lookup)

/** Points of a shape: lists of numbers, or the commas of WKT. */
function pointsIn(value: unknown): number {
  if (typeof value === 'string') return value.split(',').length - 1
  if (Array.isArray(value) && typeof value[0] === 'number') return 1
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, one) => sum + pointsIn(one), 0)
}

/** Functions of a `function_score`: its own, and those that it lists. */
function functionsIn(clause: JsonObject): number {
  const { functions } = clause
  return Array.isArray(functions) ? functions.length + 1 : 1
}

function suggestionsCost({ text, ...suggestions }: JsonObject, scope: Scope): number {
  let cost = 0
  for (const one of Object.values(suggestions)) {
    const { text: own = text, term } = Object(one)
    const inspected = Number(Object(term).max_inspections ?? 1)
    cost += prices.scan * sizeOf(scope) + prices.letter * String(own).length * inspected
  }
  return cost
}

export const queryClasses = {
  none: { about: '0', of: () => 0 },
  exact: {
    about: `${prices.exact} for each field, and ${prices.listed} for each value listed`,
    of: (clause, scope) => {
      const fields = clause.field === undefined ? 1 : allFields([clause.field], scope)
      return (prices.exact * fields + prices.listed * listedIn(clause)) * sizeOf(scope)
    },
    highlighted: (clause) => Math.max(prices.highlightedWord, prices.listed * listedIn(clause)),
  },
  range: {
    about: `${prices.exact}; of words ${prices.lookup}`,
    of: (clause, scope) =>
      holdsWords(fieldOf(clause), scope) ? prefix.of(clause, scope) : prices.exact * sizeOf(scope),
    highlighted: (clause, scope) =>
      holdsWords(fieldOf(clause), scope) ? prices.highlightedPattern : 0,
  },
  prefix,
  pattern: lookingUp(
    `${prices.lookup}; ${prices.scan} where it begins with * or ?; twice that with a rewrite ` +
      'that scores',
    (clause) => {
      const { value, wildcard = value } = fieldParameters(clause)
      return isScan(wildcard) ? prices.scan : prices.lookup
    },
  ),
  scan: lookingUp(`${prices.scan}`, () => prices.scan),
  ...textClasses,
  position: {
    ...fixed(prices.position),
    highlighted: () => prices.highlightedWord,
  },
  geo: fixed(prices.place),
  shape: {
    about: `${prices.place}, and ${prices.shapePoint} for each point`,
    of: (clause, scope) => (prices.place + prices.shapePoint * pointsIn(clause)) * sizeOf(scope),
  },
  function: {
    about: `${prices.computed} for each function, and for the clause`,
    of: (clause, scope) => prices.computed * functionsIn(clause) * sizeOf(scope),
  },
  join: fixed(prices.scan),
  neighbors: {
    about: `${prices.scan}, and ${prices.queued} for each candidate`,
    of: ({ num_candidates = 10_000 }, scope) =>
      prices.scan * sizeOf(scope) + prices.queued * Number(num_candidates),
  },
  suggestion: {
    about:
      `${prices.scan} for each suggestion, and ${prices.letter} for each letter of its text, ` +
      'times max_inspections',
    of: suggestionsCost,
  },
} satisfies Record<string, CostClass>

export type QueryClass = keyof typeof queryClasses

/** Gives a class of cost to what a rule validates. */
export const costed = (costClass: QueryClass, rule: Rule): Rule => ({
  kind: 'costed',
  costClass,
  cost: queryClasses[costClass],
  rule,
})
