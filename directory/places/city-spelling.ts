import { editDistance } from '../../kit/config/suggest.js'
import { citiesIn, citiesOf, longWords, wordsOf } from './cities.js'
import { zipCentre } from './zip-centres.js'

/** How far a city may be from the centre of its ZIP code's area, in degrees: some 50 km. */
const farthest = 0.5
/** Names with so many letters may have one that is wrong. */
const longName = 8

/**
 * The name of a city that a register has shortened, spelled out: `N KINGSTOWN` is North Kingstown,
 * `JEFFERSONVLLE` is Jeffersonville. Registers cut names, the IRS to 13 letters. It is a city of the
 * state, near the ZIP code's area where the letters alone do not tell; of an unknown city only the
 * common short forms are spelled out. Names in capitals stay so.
 */
export function spellCity(written: string, state: string, zip: string): string {
  const words = wordsOf(written)
  if (words.length > 1 && words.at(-1) === state.toLowerCase()) words.pop() // `WASHINGTON DC`
  if (words.length === 0) return written
  const same = citiesOf(words).find((one) => one.state === state)?.name
  const name = same ?? closestCity(words, state, zip) ?? longWords(words).join(' ')
  if (name === wordsOf(written).join(' ')) return written
  const isInCapitals = written === written.toUpperCase()
  return isInCapitals
    ? name.toUpperCase()
    : name.replace(/(?<!\S)\p{L}/gu, (one) => one.toUpperCase())
}

function closestCity(words: readonly string[], state: string, zip: string): string | undefined {
  const centre = zipCentre(zip.slice(0, 5))
  if (!centre) return undefined
  return citiesIn(state)
    .filter(({ name }) => isShortFor(words, name.split(' ')))
    .map(({ name, lat, lon }) => ({
      name,
      distance: Math.hypot(lat - centre.lat, lon - centre.lon),
    }))
    .filter(({ distance }) => distance < farthest)
    .sort((one, other) => one.distance - other.distance)[0]?.name
}

/** Whether each word has letters of the other in their order; together at least half of them. */
function isShortFor(words: readonly string[], name: readonly string[]): boolean {
  const [short, long] = [words.join(''), name.join('')]
  if (short[0] !== long[0]) return false
  if (long.length >= longName && editDistance(short, long) <= 1) return true
  const isCut = words.length === name.length && words.every((one, i) => isCutOf(one, name[i]!))
  return isCut && 2 * short.length >= long.length
}

/** Words have letters and digits alone. */
const isCutOf = (word: string, whole: string): boolean =>
  new RegExp(`^${[...word].join('.*')}`, 'u').test(whole)
