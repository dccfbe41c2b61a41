import { findCity } from '../places/cities.js'
import { stateCode } from '../places/us-states.js'
import { type Answered, leaveOutAsking } from './asking.js'

/** Where a sentence says that something is, as `food banks within 10 miles of Newport RI`. */
export interface Somewhere {
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
const article = /^(?:an?|the|any|all|some)\s+/i
/** Words for organizations of any kind. */
const anyKind =
  /^(?:non-?profits?|not-for-profits?|charit(?:y|ies)|organi[sz]ations?|ngos?|groups)(?: (?:organi[sz]ations?|groups))?$/i

/** What a text says, without the words of a question; empty words: organizations of any kind. */
export type Sentence = Somewhere & Answered

/**
 * Reads a text as words and a place; undefined where it names no place that is known.
 * @param isPlace Whether a text is a place on Earth, such as a city or a ZIP code.
 * @param asking Terms of words.yml.
 */
export function parseSentence(
  text: string,
  isPlace: (text: string) => boolean,
  asking: ReadonlySet<string>,
): Sentence | undefined {
  const typed = text.trim().replace(/[\s?.!]+$/, '')
  const near = nearPlace.exec(typed)?.groups ?? beforeZip.exec(typed)?.groups
  if (near && isPlace(near.place!)) {
    const { words = '', place, far, unit = '' } = near
    const radius = far === undefined ? {} : { radius: `${far}${/^m/i.test(unit) ? 'mi' : 'km'}` }
    return { ...readWords(words, asking), place: place!, ...radius }
  }
  const { words, place } = inPlace.exec(typed)?.groups ?? {}
  const within = place === undefined ? undefined : regionOrCity(place)
  return within && { ...readWords(words!, asking), ...within }
}

/** The words of a text without those that ask; none of one for organizations of any kind. */
export function readWords(text: string, asking: ReadonlySet<string>): Answered {
  const { words, leftOut } = leaveOutAsking(text, asking, true) ?? { words: text, leftOut: [] }
  const found = words.replace(article, '')
  return { words: anyKind.test(found) ? '' : found, leftOut }
}

/** Words of a place at most: `new york city new york`. */
const longestPlace = 5

/** Reads the last words of a text as a place that something is in: `free clinic Baton Rouge`. */
export function parsePlaceBehind(text: string): (Somewhere & { words: string }) | undefined {
  const typed = text.trim().split(/[\s,]+/)
  for (let count = Math.min(longestPlace, typed.length - 1); count > 0; count--) {
    const within = regionOrCity(typed.slice(-count).join(' '))
    if (within) return { words: typed.slice(0, -count).join(' '), ...within }
  }
  return undefined
}

function regionOrCity(text: string): Pick<Somewhere, 'region' | 'city'> | undefined {
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
