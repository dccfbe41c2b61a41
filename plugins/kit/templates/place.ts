import { type ByState, cityMeant, cityNamed } from '../../../directory/places/cities.js'
import { type Place, zipCentre } from '../../../directory/places/zip-centres.js'
import { closest } from '../../../kit/config/suggest.js'
import type { Reading } from './parameter.js'

/** A place that a caller means, as answers show it. */
export interface NamedPlace extends Place {
  /** Of a ZIP code or a city: `02903`, `Springfield, VT`. */
  name?: string
  /** Names of other cities that may be meant. */
  otherPlaces?: readonly string[]
}

/** Longer names of cities are cut. */
export const longestPlace = 100
/** Other cities of the same name that an answer lists. */
export const mostOthers = 5

const degrees = '(-?\\d{1,3}(?:\\.\\d{1,15})?)'
const coordinates = new RegExp(`^${degrees} ?, ?${degrees}$`)
const country = /(^|[\s,]+)(u\.?s\.?(a\.?)?|united states( of america)?)\s*$/i

/**
 * Reads a place: `lat,lon`, a ZIP code or a city of the United States.
 * @param organizations How many there are by state, by which one of several cities is chosen.
 */
export function readPlace(text: string, organizations?: ByState): Reading {
  const [, lat, lon] = (coordinates.exec(text.trim()) ?? []).map(Number)
  if (lat !== undefined && lon !== undefined) return readCoordinates({ lat, lon })
  const name = text.slice(0, longestPlace).replace(country, '')
  const [, before = '', zip] = /^(.*?)(?:^|[\s,])(\d{5})(?:-\d{4})?$/.exec(name.trim()) ?? []
  const centre = zip === undefined ? undefined : zipCentre(zip)
  if (centre) return { value: { ...centre, name: zip } }
  const city = cityNamed(before || name, organizations)
  if (city) {
    const { others, ...place } = city
    const otherPlaces = others.length > 0 && { otherPlaces: others.slice(0, mostOthers) }
    return { value: { ...place, ...otherPlaces } }
  }
  if (zip !== undefined && before === '')
    return { problem: 'is not a known ZIP code of the United States' }
  const meant = cityMeant(name, closest)
  return {
    problem:
      'must be latitude,longitude, a ZIP code or a city of the United States, such as ' +
      `41.82,-71.41, 02903 or Providence RI${meant === undefined ? '' : `; did you mean ${meant}?`}`,
  }
}

const isOnEarth = ({ lat, lon }: Place) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180

function readCoordinates(place: Place): Reading {
  if (isOnEarth(place)) return { value: place }
  const swapped = swappedIn(place)
  const meant = swapped === undefined ? '' : `; did you mean ${swapped}?`
  const problem = 'must have a latitude from -90 to 90 and a longitude from -180 to 180'
  return { problem: problem + meant }
}

/**
 * The coordinates `lat,lon` that are meant by those in the other order, as far as that can be
 * known: they are farther north, where most registers are. Undefined of a place with a name.
 */
export function swappedIn({ lat, lon, name }: NamedPlace): string | undefined {
  if (name !== undefined || !isOnEarth({ lat: lon, lon: lat })) return undefined
  return lon > lat || Math.abs(lat) > 90 ? `${lon},${lat}` : undefined
}

/** The point alone, as the engine takes it. */
export const pointOf = ({ lat, lon }: NamedPlace): Place => ({ lat, lon })
