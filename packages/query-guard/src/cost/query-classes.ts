import { type JsonObject, toNumber, toText } from '../rule/json-value.js'
import type { CostClass, Rule, Scope } from '../rule/rule.js'
import { allFields, countRepeats, fieldParameters, getField, getSize, holdsWords } from './scale.js'
import { isScan, textClasses } from './text-classes.js'
import { unitCosts } from './unit-costs.js'

/** The classes of cost that a query clause may have. */

/** A cost for each clause, times the size of the index. */
const fixed = (each: number): CostClass => ({
  about: `${each}`,
  of: (_, scope) => each * getSize(scope),
})

/** Of a clause that looks up several entries of a dictionary. */
const lookingUp = (about: string, costOfOne: (clause: JsonObject) => number): CostClass => ({
  about,
  of: (clause, scope) =>
    costOfOne(clause) * rewrites(clause) * countRepeats(scope) * getSize(scope),
  highlighted: () => unitCosts.highlightedPattern,
})

/** A rewrite that scores makes a clause of each entry besides. */
function rewrites(clause: JsonObject): number {
  const { rewrite } = fieldParameters(clause)
  return typeof rewrite === 'string' && /scoring|top_terms/.test(rewrite) ? 2 : 1
}

/** Values listed in a clause such as `terms` or `ids`. */
function countListed(clause: JsonObject): number {
  let count = 0
  for (const key in clause) if (Array.isArray(clause[key])) count += clause[key].length
  return count
}

const lookup = lookingUp('', () => unitCosts.lookup)

/** Points of a shape: lists of numbers, or the commas of WKT. */
function countPoints(value: unknown): number {
  if (typeof value === 'string') return value.split(',').length - 1
  if (Array.isArray(value) && typeof value[0] === 'number') return 1
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, one) => sum + countPoints(one), 0)
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
    const inspected = toNumber(Object(term).max_inspections ?? 1)
    cost += unitCosts.scan * getSize(scope) + unitCosts.letter * toText(own).length * inspected
  }
  return cost
}

export const queryClasses = {
  none: { about: '0', of: () => 0 },
  exact: {
    about: `${unitCosts.exact} for each field, and ${unitCosts.listed} for each value listed`,
    of: (clause, scope) => {
      const fields = clause.field === undefined ? 1 : allFields([clause.field], scope)
      return (unitCosts.exact * fields + unitCosts.listed * countListed(clause)) * getSize(scope)
    },
    highlighted: (clause) =>
      Math.max(unitCosts.highlightedWord, unitCosts.listed * countListed(clause)),
  },
  range: {
    about: `${unitCosts.exact}; of words ${unitCosts.lookup}`,
    of: (clause, scope) =>
      holdsWords(getField(clause), scope)
        ? lookup.of(clause, scope)
        : unitCosts.exact * getSize(scope),
    highlighted: (clause, scope) =>
      holdsWords(getField(clause), scope) ? unitCosts.highlightedPattern : 0,
  },
  pattern: lookingUp(
    `${unitCosts.lookup}; ${unitCosts.scan} where it begins with * or ?; twice with a rewrite that scores`,
    (clause) => {
      const { value, wildcard = value } = fieldParameters(clause)
      return isScan(wildcard) ? unitCosts.scan : unitCosts.lookup
    },
  ),
  scan: lookingUp(`${unitCosts.scan}`, () => unitCosts.scan),
  ...textClasses,
  position: {
    ...fixed(unitCosts.position),
    highlighted: () => unitCosts.highlightedWord,
  },
  geo: fixed(unitCosts.computed),
  shape: {
    about: `${unitCosts.computed}, and ${unitCosts.shapePoint} for each point`,
    of: (clause, scope) =>
      (unitCosts.computed + unitCosts.shapePoint * countPoints(clause)) * getSize(scope),
  },
  function: {
    about: `${unitCosts.computed}, and for each function listed`,
    of: (clause, scope) => unitCosts.computed * functionsIn(clause) * getSize(scope),
  },
  neighbors: {
    about: `${unitCosts.scan}, and ${unitCosts.queued} for each candidate`,
    of: ({ num_candidates = 10_000 }, scope) =>
      unitCosts.scan * getSize(scope) + unitCosts.queued * toNumber(num_candidates),
  },
  suggestion: {
    about:
      `${unitCosts.scan} for each suggestion, and ${unitCosts.letter} for each letter of its text, ` +
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
