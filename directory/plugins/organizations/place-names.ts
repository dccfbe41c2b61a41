import { closest } from '../../../kit/config/suggest.js'
import type { Reading } from '../../../plugins/kit/templates/parameters/parameter.js'
import { mostOthers } from '../../../plugins/kit/templates/parameters/places.js'
import { type ByState, findCity, guessCity } from '../../places/cities.js'
import { zipCentre } from '../../places/zip-centres.js'

const country = /(^|[\s,]+)(u\.?s\.?(a\.?)?|united states( of america)?)\s*$/i

/** Two ZIP codes, with a short word between at most: `12345 Main St 02903` has a house number. */
const zips = /(?<!\S)\d{5}(?:-\d{4})?[\s,]+(?:[^\s\d]{1,3}[\s,]+)?\d{5}(?:-\d{4})?(?!\S)/

/**
 * Reads the name of a place: a ZIP code or a city of the United States.
 * @param facts How many organizations there are by state, by which one of several cities is chosen.
 */
export function readPlaceName(text: string, facts: unknown): Reading {
  const organizations = facts as ByState | undefined
  const name = text.replace(country, '')
  if (zips.test(name)) return { problem: 'must be one place' }
  const [, before = '', zip] = /^(.*?)(?:^|[\s,])(\d{5})(?:-\d{4})?$/.exec(name.trim()) ?? []
  const centre = zip === undefined ? undefined : zipCentre(zip)
  if (centre) return { value: { ...centre, name: zip } }
  const city = findCity(before || name, organizations)
  if (city) {
    const { others, ...place } = city
    const otherPlaces = others.length > 0 && { otherPlaces: others.slice(0, mostOthers) }
    return { value: { ...place, ...otherPlaces } }
  }
  if (zip !== undefined && before === '')
    return { problem: 'is not a known ZIP code of the United States' }
  const meant = guessCity(name, closest)
  return {
    problem:
      'must be latitude,longitude, a ZIP code or a city of the United States, such as ' +
      `41.82,-71.41, 02903 or Providence RI${meant === undefined ? '' : `; did you mean ${meant}?`}`,
  }
}
