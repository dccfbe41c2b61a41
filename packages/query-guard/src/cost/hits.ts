import { isObject, type JsonObject, toNumber } from '../rule/json-value.js'
import type { HitRequest, Scope } from '../rule/rule.js'
import { allFields, countValues, getSize, holdsWords, textFields } from './scale.js'
import { unitCosts } from './unit-costs.js'

/** How many hits an object asks for by default, and what they cost. */
export const makeHitRequest = (size: number): HitRequest => ({ size, cost: hits(size), texts })

const hits = (size: number): HitRequest['cost'] => ({
  about:
    `${unitCosts.hit} for each hit, ${unitCosts.innerHit} in groups and buckets; ${unitCosts.returned} ` +
    'more for each returned field, for a filtered `_source`, and for each sort key up to the ' +
    `last hit; ${unitCosts.number} for each sort key, ${unitCosts.computed} for each point of it ` +
    `and where hits collapse, ${unitCosts.texts} where these are sorted by words; ` +
    `${unitCosts.groupSearch} for each group and each of its inner_hits`,
  of(value, scope) {
    const { hits } = scope.here
    if (hits === 0) return 0 // then nothing is sorted either
    // only a body has a query
    const each = value.query === undefined ? unitCosts.innerHit : unitCosts.hit
    const window = hits * (1 + toNumber(value.from ?? 0) / toNumber(value.size ?? size))
    const sorted = window * unitCosts.returned * countValues(value.sort)
    const returned = hits * unitCosts.returned * countReturned(value, scope)
    const searches = unitCosts.groupSearch * groupSearches(value)
    return hits * each + sorted + returned + searches + comparing(value, scope) * getSize(scope)
  },
})

/** What is compared for each document. */
function comparing({ sort, collapse }: JsonObject, scope: Scope): number {
  const compared = unitCosts.number * countValues(sort) + unitCosts.computed * countPoints(sort)
  if (collapse === undefined) return compared
  const keys = [sort ?? []].flat().flatMap((key) => (isObject(key) ? Object.keys(key) : [key]))
  const isOfWords = keys.some((key) => holdsWords(key, scope))
  return compared + unitCosts.computed + (isOfWords ? unitCosts.texts : 0)
}

/** Fields that a hit returns besides its source; a filtered source counts as one. */
function countReturned(value: JsonObject, scope: Scope): number {
  const { _source, fields, docvalue_fields, stored_fields } = value
  const asked = [fields, docvalue_fields, stored_fields].flat().filter((one) => one !== undefined)
  const names = asked.map((one) => (isObject(one) ? one.field : one))
  return allFields(names, scope) + Number(typeof _source === 'object')
}

/** Points of all `_geo_distance` keys of a sort. */
function countPoints(sort: unknown): number {
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
  return isObject(collapse) ? toNumber(size) * [collapse.inner_hits ?? []].flat().length : 0
}
