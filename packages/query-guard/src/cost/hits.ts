import { isObject } from '../../../../kit/config/objects.js'
import type { JsonObject } from '../rule/json-value.js'
import type { HitRequest, Scope } from '../rule/rule.js'
import { prices } from './prices.js'
import { allFields, countIn, holdsWords, sizeOf, textFields } from './scale.js'

/** How many hits an object asks for by default, and what they cost. */
export const hitRequestOf = (size: number): HitRequest => ({ size, cost: hits(size), texts })

const hits = (size: number): HitRequest['cost'] => ({
  about:
    `${prices.hit} for each hit, ${prices.innerHit} in groups and buckets; ${prices.returned} ` +
    'more for each returned field, for a filtered `_source`, and for each sort key up to the ' +
    `last hit; ${prices.number} for each sort key, ${prices.computed} for each point of it ` +
    `and where hits collapse, ${prices.texts} where these are sorted by words`,
  of(value, scope) {
    const { hits } = scope.here
    if (hits === 0) return 0 // then nothing is sorted either
    // only a body has a query
    const each = value.query === undefined ? prices.innerHit : prices.hit
    const window = hits * (1 + Number(value.from ?? 0) / Number(value.size ?? size))
    const sorted = window * prices.returned * countIn(value.sort)
    const returned = hits * prices.returned * returnedIn(value, scope)
    return hits * each + sorted + returned + comparing(value, scope) * sizeOf(scope)
  },
})

/** What is compared for each document. */
function comparing({ sort, collapse }: JsonObject, scope: Scope): number {
  const compared = prices.number * countIn(sort) + prices.computed * pointsIn(sort)
  if (collapse === undefined) return compared
  const keys = [sort ?? []].flat().flatMap((key) => (isObject(key) ? Object.keys(key) : [key]))
  const isOfWords = keys.some((key) => holdsWords(key, scope))
  return compared + prices.computed + (isOfWords ? prices.texts : 0)
}

/** Fields that a hit returns besides its source; a filtered source counts as one. */
function returnedIn(value: JsonObject, scope: Scope): number {
  const { _source, fields, docvalue_fields, stored_fields } = value
  const asked = [fields, docvalue_fields, stored_fields].flat().filter((one) => one !== undefined)
  const names = asked.map((one) => (isObject(one) ? one.field : one))
  return allFields(names, scope) + Number(typeof _source === 'object')
}

/** Points of all `_geo_distance` keys of a sort. */
function pointsIn(sort: unknown): number {
  let points = 0
  for (const key of [sort].flat()) {
    if (!isObject(key) || !isObject(key._geo_distance)) continue
    for (const place of Object.values(key._geo_distance))
      points += Array.isArray(place) ? place.length : 1
  }
  return points
}

/** Texts of each hit that are highlighted: `fields` is an object, or a list of such. */
function texts({ highlight }: JsonObject, scope: Scope): number {
  if (!isObject(highlight)) return 0
  const names = [highlight.fields].flat().flatMap((fields) => Object.keys(Object(fields)))
  return textFields(names, scope)
}

/** Searches of a body that collapses its hits: one for each group and each inner_hits. */
export function groupSearches({ collapse, size = 10 }: JsonObject): number {
  return isObject(collapse) ? Number(size) * [collapse.inner_hits ?? []].flat().length : 0
}
