import type { JsonObject } from '../rule/json-value.js'
import type { CostFormula, Growth, Rule, Scope } from '../rule/rule.js'

/**
 * The unit of all costs: a cost of 1 is a millisecond of CPU of a search in 22,000 documents, on a
 * real node that has just started (docs/query-cost.md describes how each
 * figure was measured). Costs that do not grow with the documents, such as a hit, are counted as
 * for 22,000.
 */
export const documents = 22_000

/** Cost of a mebibyte of the engine's heap. */
export const perMebibyte = 11

/**
 * Cost of each bucket around an aggregation that makes buckets of values: all pairs of bucket
 * and value are in one table, which is scanned once for each bucket (Elasticsearch,
 * LongKeyedBucketOrds.FromMany.ordsEnum).
 */
export const perOwner = 0.45

/**
 * A cost, with the share of it that is added for each `growth` of the documents.
 * @param field The field that it is about, if the share depends on how many values it has.
 */
export function grown(cost: number, share: Growth, { known }: Scope, field?: unknown): number {
  const [ofFew, ofUnique] = typeof share === 'number' ? [share, share] : share
  return cost * (1 + (ofFew + (ofUnique - ofFew) * known.uniqueness(field)) * known.growth)
}

/** A share of the growth in words. */
export const growthText = (share: Growth): string =>
  typeof share === 'number'
    ? `growth × ${share}`
    : `growth × ${share[0]} to ${share[1]} by the number of values`

/** Adds a cost to what a rule validates. */
export const withCost = (formula: CostFormula, rule: Rule): Rule => ({
  kind: 'costed',
  formula,
  rule,
})

export const computedCost = (about: string, of: CostFormula['of'], rule: Rule): Rule =>
  withCost({ about, of }, rule)

/** A fixed cost, whatever the value, of a clause that costs nothing until it is run. */
export const fixedCost = (cost: number, rule: Rule): Rule =>
  computedCost(String(cost), (_, { here }) => (here.isRun ? cost : 0), rule)

/**
 * The parameters for one field: `{field: value}` as `{query: value}`, or the object under the
 * field.
 */
export function fieldParameters(clause: JsonObject): JsonObject {
  for (const field in clause) {
    const value = clause[field]
    if (field === 'boost' || field === '_name') continue
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : { query: value, value }
  }
  return {}
}

/** How many items a value holds: members of a list or an object, 1 for any other value present. */
export function countIn(value: unknown): number {
  if (value === undefined) return 0
  if (typeof value !== 'object' || value === null) return 1
  return Array.isArray(value) ? value.length : Object.keys(value).length
}

/** The name of the field that a clause is about. */
export function fieldOf(clause: JsonObject): string | undefined {
  for (const field in clause) if (field !== 'boost' && field !== '_name') return field
  return undefined
}

/**
 * Numbers, dates and points are in trees; in other fields every value is looked up, with its
 * documents.
 */
export function lookUps(clause: JsonObject, scope: Scope): number {
  const kind = scope.known.kindOf(fieldOf(clause))
  if (kind === 'text') return 3
  return kind === undefined || kind === 'keyword' ? 7 : 1
}

/**
 * Cost per hit of a text analyzed again to be highlighted, for one with no word to find, and for
 * a pattern in it.
 */
export const [perMarkedText, perUnmarkedText, perMarkedPattern] = [0.12, 0.005, 0.008]
/** For a text with no word to find, by the highlighter `plain`. */
export const perPlainText = 0.015

/** Cost of a hit whose score is explained, and for each pattern of the query in it. */
export const [perExplained, perExplainedPattern] = [0.08, 0.024]

/** How many patterns a plain word counts for when it is highlighted. */
export const wordMarked = 0.125

/**
 * How many patterns a word pattern counts for when it is highlighted: a highlighter runs the whole
 * query again on each text (Lucene, UnifiedHighlighter, WEIGHT_MATCHES). A pattern that begins with
 * a wildcard then scans the whole dictionary, which takes a millisecond.
 */
export const dictionaryMarked = 125
export function patternMarked(pattern: unknown): number {
  return typeof pattern === 'string' && /^[*?]/.test(pattern) ? dictionaryMarked : 1
}

/**
 * Cost of a pattern over the dictionary of a field: all of it after a leading wildcard, else one
 * prefix.
 */
export function patternCost(pattern: unknown, least: number): number {
  if (typeof pattern !== 'string') return least
  const signs = pattern.match(/[*?]/g)?.length ?? 0
  return /^[*?]/.test(pattern) ? 9 + signs / 2 + pattern.length / 10 : least + signs / 2
}

/**
 * A scoring rewrite makes a clause of each term that the pattern finds; the others make one set.
 */
export const rewritten = ({ rewrite }: JsonObject): number =>
  typeof rewrite === 'string' && /scoring|top_terms/.test(rewrite) ? 10 : 0
