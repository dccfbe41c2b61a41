import type { Found } from './calls.js'
import { facetWords, placeOf, readable } from './names.js'
import type { FacetName } from './view.js'
import { taxCode } from './words.js'

/** How many examples there are at most, and their length. */
const [most, longest] = [6, 48]

/** Texts to search for, made from what is loaded: fields of work, names, numbers, places. */
export function examplesOf(found: Found): string[] {
  const [region, activity] = [knownValues(found, 'region'), knownValues(found, 'activity')]
  const [first, second = first] = region.map(({ value }) => facetWords('region', String(value)))
  const [area, otherArea = area] = activity.map(({ value }) => String(value))
  const [largest, next = largest, third = next, fourth = third] = found.results
  const texts = [
    area && first && `${area} in ${first}`,
    largest && readable(largest.name),
    next && taxCode(next),
    third?.activity && third.city && `${third.activity} near ${placeOf(third)}`,
    fourth?.city && placeOf(fourth),
    otherArea && second && `${otherArea} in ${second}`,
  ]
  const short = texts.flatMap((text) => (text && text.length <= longest ? text : []))
  return [...new Set(short)].slice(0, most)
}

/** The values of a facet, without the count of those that have none. */
export function knownValues({ facets }: Found, facet: FacetName) {
  const values = facets?.[facet] ?? []
  return values.filter(({ value }) => facetWords(facet, String(value)) !== 'Unknown')
}
