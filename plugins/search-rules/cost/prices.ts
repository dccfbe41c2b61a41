import type { JsonObject } from '../rule/json-value.js'
import type { Growth, Price, Rule, Scope } from '../rule/rule.js'

/**
 * The units of all prices. One is a pass over the addressed documents: a millisecond of CPU for
 * 22,000 of them, on a real node that has just started (docs/query-cost.md describes how each
 * figure was measured). Costs that do not grow with the documents, such as a hit, are counted as
 * for 22,000.
 */
export const documents = 22_000

/** Passes for a mebibyte of the engine's heap. */
export const perMebibyte = 11

/**
 * Passes for each bucket around an aggregation that makes buckets of values: all pairs of bucket
 * and value are in one table, which is scanned once for each bucket (Elasticsearch,
 * LongKeyedBucketOrds.FromMany.ordsEnum).
 */
export const perOwner = 0.45

/**
 * Passes, with the share of them that is added for each `growth` of the documents.
 * @param field The field that they are about, if the share depends on how many values it has.
 */
export function grown(passes: number, share: Growth, { known }: Scope, field?: unknown): number {
  const [ofFew, ofUnique] = typeof share === 'number' ? [share, share] : share
  return passes * (1 + (ofFew + (ofUnique - ofFew) * known.uniqueness(field)) * known.growth)
}

/** A share of the growth in words. */
export const growthText = (share: Growth): string =>
  typeof share === 'number'
    ? `growth × ${share}`
    : `growth × ${share[0]} to ${share[1]} by the number of values`

/** Adds a price to what a rule validates. */
export const pricedBy = (price: Price, rule: Rule): Rule => ({ kind: 'priced', price, rule })

export const priced = (about: string, of: Price['of'], rule: Rule): Rule =>
  pricedBy({ about, of }, rule)

/** A fixed price, whatever the value, of a clause that costs nothing until it is run. */
export const costing = (passes: number, rule: Rule): Rule =>
  priced(String(passes), (_, { here }) => (here.isRun ? passes : 0), rule)

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
 * Passes per hit for a text analyzed again to be highlighted, for one with no word to find, and for
 * a pattern in it.
 */
export const [perMarkedText, perUnmarkedText, perMarkedPattern] = [0.12, 0.005, 0.008]
/** For a text with no word to find, by the highlighter `plain`. */
export const perPlainText = 0.015

/** Passes for a hit whose score is explained, and for each pattern of the query in it. */
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
 * Passes of a pattern over the dictionary of a field: all of it after a leading wildcard, else one
 * prefix.
 */
export function patternPrice(pattern: unknown, least: number): number {
  if (typeof pattern !== 'string') return least
  const signs = pattern.match(/[*?]/g)?.length ?? 0
  return /^[*?]/.test(pattern) ? 9 + signs / 2 + pattern.length / 10 : least + signs / 2
}

/**
 * A scoring rewrite makes a clause of each term that the pattern finds; the others make one set.
 */
export const rewritten = ({ rewrite }: JsonObject): number =>
  typeof rewrite === 'string' && /scoring|top_terms/.test(rewrite) ? 10 : 0
