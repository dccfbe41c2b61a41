import { findCity } from '../places/cities.js'
import { stateCode } from '../places/us-states.js'

/** What a sentence says, as `food banks within 10 miles of Newport RI`. */
export interface Sentence {
  /** What is looked for; empty for organizations of any kind. */
  words: string
  /** The place to be near to, as typed. */
  place?: string
  /** Maximum distance from it, as `10mi` or `5km`. */
  radius?: string
  /** Code of a state of the United States. */
  region?: string
  /** A city's name, as typed. */
  city?: string
}

const nearPlace =
  /^(?<words>.*?)\s*(?<!\S)(?:near(?: to)?|close to|around|within (?<far>\d+(?:\.\d+)?) ?(?<unit>km|kilomet(?:er|re)s?|mi|miles?) (?:of|from|around))\s+(?<place>\S.*)$/i
const inPlace = /^(?<words>.*?)\s*(?<!\S)in\s+(?<place>(?:the (?:city|state|town) of )?\S.*)$/i
const beforeZip = /^(?<words>.*?)\s*(?<!\S)(?<place>\d{5}(?:-\d{4})?)$/
const request =
  /^(?:(?:please )?(?:find|show|list|search)(?: me)?(?: for)?|i(?:'m| am)? (?:need|want|looking for)|where (?:is|are)|which|what)\s+/i
const article = /^(?:an?|the|any|all|some)\s+/i
/** Words for organizations of any kind. */
const anyKind =
  /^(?:non-?profits?|not-for-profits?|charit(?:y|ies)|organi[sz]ations?|ngos?|groups)(?: (?:organi[sz]ations?|groups))?$/i

/**
 * Reads a text as words and a place; undefined where it names no place that is known.
 * @param isPlace Whether a text is a place on Earth, such as a city or a ZIP code.
 */
export function parseSentence(
  text: string,
  isPlace: (text: string) => boolean,
): Sentence | undefined {
  const typed = text.trim().replace(/[\s?.!]+$/, '')
  const near = nearPlace.exec(typed)?.groups ?? beforeZip.exec(typed)?.groups
  if (near && isPlace(near.place!)) {
    const { words = '', place, far, unit = '' } = near
    const radius = far === undefined ? {} : { radius: `${far}${/^m/i.test(unit) ? 'mi' : 'km'}` }
    return { words: asked(words), place: place!, ...radius }
  }
  const { words, place } = inPlace.exec(typed)?.groups ?? {}
  const within = place === undefined ? undefined : regionOrCity(place)
  return within && { words: asked(words!), ...within }
}

function asked(words: string): string {
  const found = words.replace(request, '').replace(article, '')
  return anyKind.test(found) ? '' : found
}

function regionOrCity(text: string): Pick<Sentence, 'region' | 'city'> | undefined {
  const place = text.replace(/^the (?:city|state|town) of /i, '')
  const whole = stateCode(place)
  if (whole !== undefined) return { region: whole }
  const words = place.split(/[\s,]+/)
  for (const count of [1, 2, 3]) {
    const region = stateCode(words.slice(-count).join(' '))
    const city = words.slice(0, -count).join(' ')
    if (region !== undefined && findCity(`${city} ${region}`)) return { city, region }
  }
  return findCity(place) ? { city: place } : undefined
}
