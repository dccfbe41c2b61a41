import {
  countIn,
  grown,
  growthText,
  perMarkedText,
  perPlainText,
  perUnmarkedText,
} from '../cost/costs.js'
import type { JsonObject } from '../rule/json-value.js'
import { isObject } from '../rule/json-value.js'
import type { Growth, HitRequest, Marking, Scope } from '../rule/rule.js'

/**
 * Cost of a hit: finding, loading and rendering it. Documents are stored in compressed blocks,
 * and a block is opened again for each hit unless hits are adjacent (Elasticsearch,
 * FetchPhase.fillNestedDocsContexts; Lucene, SequentialStoredFieldsLeafReader), as in a search for
 * all documents.
 */
const [perHit, perFollowingHit, perHitInside] = [0.06, 0.02, 0.02]
const perFilteredSource = 0.015
/** Values returned besides `_source`: the fixed part, and the part for each field. */
const [perFetched, perFetchedField] = [0.01, 0.002]
/** Each hit in the window returns the values of its sort keys: words need a dictionary look-up. */
const [perSortedWord, perSortedValue] = [0.02, 0.002]
/** For each sort key, and for each point, whose distance is computed. */
const [perSort, perPoint] = [1.5, 8]

/**
 * With `collapse`, each document is compared with the first hit of its group (Lucene,
 * FirstPassGroupingCollector), and with its text where the hits are sorted by words, as long as
 * there are fewer groups than hits: the more values the sort key has, the longer it takes.
 */
const perGrouped = 5
const perGroupedWord = 80
const groupedGrows: Growth = [0.4, 2]

/** Cost of the sort keys, which are compared for each matching document: these grow. */
const comparing = (sort: unknown, scope: Scope): number =>
  grown(perSort * countIn(sort) + perPoint * pointsIn(sort), 1, scope)

/** How many hits an object asks for by default, and what they cost. */
export function hitRequestOf(size: number): HitRequest {
  return {
    size,
    marked,
    cost: {
      about:
        `${perHit} for each hit, ${perFollowingHit} of match_all unsorted, ${perHitInside} of ` +
        `groups and buckets; ${perFilteredSource} more ` +
        `where _source is filtered, ${perFetched} more where other values are returned and ` +
        `${perFetchedField} for each field of them, ` +
        `${perMarkedText} for each highlighted field in which words are looked for, ` +
        `${perUnmarkedText} for each other one, ${perPlainText} by the highlighter plain; ` +
        `${perSort} for each sort key and ${perPoint} for each point, which grow, ` +
        `${perGrouped} where hits collapse, which grow, and ${perGroupedWord} for a key of words ` +
        `there, ${growthText(groupedGrows)}, ` +
        `and for each ` +
        `hit up to the last ${perSortedWord} for each key of words, ` +
        `${perSortedValue} for each other`,
      of(value, scope) {
        const { sort, _source, from = 0 } = value
        const { hits } = scope.here
        if (hits === 0) return 0 // then nothing is sorted either
        const keys = countIn(sort)
        const each =
          hitOf(value, keys, scope) +
          (typeof _source === 'object' ? perFilteredSource : 0) +
          fetchedOf(value, scope)
        const isGrouped = value.collapse !== undefined
        const grouped = isGrouped ? grown(perGrouped, 1, scope) : 0
        if (keys === 0) return hits * each + grouped
        const window = hits * (1 + Number(from) / Number(value.size ?? size))
        const [words, others] = sortedFields(sort, scope)
        const values = words.length * perSortedWord + others * perSortedValue
        const ofWords = isGrouped ? groupingWords(words, scope) : 0
        return hits * each + window * values + comparing(sort, scope) + grouped + ofWords
      },
      grows: 0,
    },
  }
}

/**
 * Cost of a hit: only a body has a query; groups and buckets have few hits each, close together.
 */
function hitOf(
  { query, post_filter, collapse }: JsonObject,
  sortKeys: number,
  { isConfined }: Scope,
): number {
  if (query === undefined) return perHitInside
  const isOfAll =
    !isConfined &&
    isObject(query) &&
    query.match_all !== undefined &&
    post_filter === undefined &&
    collapse === undefined
  return isOfAll && sortKeys === 0 ? perFollowingHit : perHit
}

/** Cost of the values of a hit that `fields`, `docvalue_fields` and `stored_fields` ask for. */
function fetchedOf(
  { fields, docvalue_fields, stored_fields }: JsonObject,
  { known }: Scope,
): number {
  const asked = [fields, docvalue_fields, stored_fields].flat().filter((one) => one !== undefined)
  if (asked.length === 0) return 0
  const names = asked.map((one) => (isObject(one) ? one.field : one))
  return perFetched + perFetchedField * known.count(names)
}

/** The fields of a sort that hold words, and how many do not. */
function sortedFields(sort: unknown, { known }: Scope): [words: unknown[], others: number] {
  const names = [sort].flat().flatMap((key) => (isObject(key) ? Object.keys(key) : [key]))
  const ofWords = names.filter((name) => {
    const kind = known.kindOf(name)
    return kind === undefined ? !String(name).startsWith('_') : kind === 'keyword'
  })
  return [ofWords, names.length - ofWords.length]
}

/** Cost of the most expensive of the keys of words where hits collapse. */
const groupingWords = (words: readonly unknown[], scope: Scope): number =>
  Math.max(0, ...words.map((name) => grown(perGroupedWord, groupedGrows, scope, name)))

/** What of a hit is highlighted: `fields` is an object, or a list of such. */
function marked({ highlight }: JsonObject, { known }: Scope): Marking | undefined {
  if (!isObject(highlight)) return undefined
  const names: string[] = []
  let isAnywhere = anywhere(highlight)
  let isPlain = plain(highlight)
  for (const fields of Array.isArray(highlight.fields) ? highlight.fields : [highlight.fields]) {
    if (!isObject(fields)) continue
    for (const name in fields) {
      names.push(name)
      isAnywhere ||= anywhere(fields[name])
      isPlain ||= plain(fields[name])
    }
  }
  return { texts: known.texts(names), isAnywhere, isPlain }
}

const anywhere = (settings: unknown): boolean =>
  isObject(settings) &&
  settings.require_field_match !== undefined &&
  String(settings.require_field_match) !== 'true'

const plain = (settings: unknown): boolean => isObject(settings) && settings.type === 'plain'

/** Points of all `_geo_distance` keys of a sort. */
function pointsIn(sort: unknown): number {
  let points = 0
  if (typeof sort !== 'object') return 0
  for (const key of Array.isArray(sort) ? sort : [sort]) {
    if (!isObject(key) || !isObject(key._geo_distance)) continue
    for (const place of Object.values(key._geo_distance))
      points += Array.isArray(place) ? place.length : 1
  }
  return points
}

/** Searches of a body that collapses its hits: one for each group and each inner_hits. */
export function groupSearches({ collapse, size = 10 }: JsonObject): number {
  return isObject(collapse) ? Number(size) * countIn(listed(collapse.inner_hits)) : 0
}

const listed = (value: unknown): unknown =>
  value === undefined || Array.isArray(value) ? value : [value]
