import {
  countIn,
  dictionaryMarked,
  fieldOf,
  fieldParameters,
  grown,
  growthText,
  lookUps,
  patternCost,
  patternMarked,
  rewritten,
  wordMarked,
} from '../cost/costs.js'
import type { JsonObject } from '../rule/json-value.js'
import type { CostFormula, Growth, Scope } from '../rule/rule.js'
import { fuzzyCost, fuzzyGrows, fuzzyMarked, fuzzyText } from './word-costs.js'

/** The cost of clauses that look up the values of a field, as they are. */

/**
 * The shares that grow, of one value, of several, and of a fuzzy one of a keyword: as far as the
 * most common value is in all documents.
 */
const [termGrows, termsGrow, fuzzyKeywordGrows] = [0.35, 1, 0.7]
const ofMostCommon = '× most common'
/** The shares of clauses that look up all values of a keyword. */
const rangeGrows: Growth = [0.35, 2]
const patternGrows: Growth = [0.35, 1]

/** A share, as far as the most common value of the field is in all documents. */
const ofValues = (share: number, clause: JsonObject, { known }: Scope): number =>
  share * known.mostCommon(fieldOf(clause))

/** Cost of a clause that looks up all values, with their growth. */
function lookingUp(cost: number, share: Growth, clause: JsonObject, scope: Scope): number {
  const name = fieldOf(clause)
  return grown(cost, scope.known.kindOf(name) === 'keyword' ? share : 1, scope, name)
}

/** How many values a `terms` clause lists under its field. */
function listedIn(clause: JsonObject): number {
  let count = 0
  for (const field in clause) if (Array.isArray(clause[field])) count += clause[field].length
  return count
}

export const termCost: CostFormula = {
  about: `1; growth × ${termGrows} ${ofMostCommon}`,
  of: (clause, scope) => grown(1, ofValues(termGrows, clause, scope), scope),
  grows: 0,
  patterns: () => wordMarked,
}

export const termsCost: CostFormula = {
  about: `1, and 1 for each 500 values; growth ${ofMostCommon}`,
  of: (clause, scope) =>
    grown(1 + listedIn(clause) / 500, ofValues(termsGrow, clause, scope), scope),
  grows: 0,
  patterns: (clause) => wordMarked * listedIn(clause),
}

export const rangeCost: CostFormula = {
  about: `1; 3 on a text field, 7 on a keyword, ${growthText(rangeGrows)}`,
  of: (clause, scope) => lookingUp(lookUps(clause, scope), rangeGrows, clause, scope),
  grows: 0,
  patterns: (clause, scope) => (lookUps(clause, scope) > 1 ? 1 : 0),
}

/** Of a clause that scans the dictionary of a field; `marked`: when it is highlighted. */
function patternedCost(
  about: string,
  cost: CostFormula['of'],
  marked: CostFormula['of'] = () => 1,
): CostFormula {
  return {
    about: `${about}; 10 more with a rewrite that scores; on a keyword ${growthText(patternGrows)}`,
    of(clause, scope) {
      const all = cost(clause, scope) + rewritten(fieldParameters(clause))
      return lookingUp(all, patternGrows, clause, scope)
    },
    grows: 0,
    patterns: marked,
  }
}

export const prefixCost = patternedCost('3 on a text field, 7 on a keyword', lookUps)

export const regexpCost = patternedCost(
  '20',
  () => 20,
  () => dictionaryMarked,
)

/** The pattern of a `wildcard` clause. */
function signsOf(clause: JsonObject): unknown {
  const { value, wildcard = value } = fieldParameters(clause)
  return wildcard
}

export const wildcardCost = patternedCost(
  'as prefix, and half for each * and ?; where it begins with one 9, half for each, 1 for ' +
    'each 10 characters',
  (clause, scope) => patternCost(signsOf(clause), lookUps(clause, scope)),
  (clause) => patternMarked(signsOf(clause)),
)

/** Of the clause `fuzzy`. */
export const fuzzyTermCost: CostFormula = {
  about:
    `${fuzzyText}; 10 more with a rewrite that scores; growth of ${fuzzyGrows} words, on a ` +
    `keyword of ${fuzzyKeywordGrows} ${ofMostCommon}`,
  of(clause, scope) {
    const { known } = scope
    const { query, value = query, fuzziness = 'AUTO', ...others } = fieldParameters(clause)
    const isKeyword = known.kindOf(fieldOf(clause)) === 'keyword'
    const share = isKeyword ? ofValues(fuzzyKeywordGrows, clause, scope) : fuzzyGrows
    const cost = fuzzyCost(String(value).length, fuzziness) + rewritten(others)
    return cost + share * known.growth
  },
  grows: 0,
  patterns: () => fuzzyMarked,
}

export const idsCost: CostFormula = {
  about: '1, and 1 for each 500 values, which do not grow',
  of: ({ values }) => 1 + countIn(values) / 500,
  grows: 0,
}
