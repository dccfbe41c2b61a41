import { readFileSync } from 'node:fs'
import { built } from '../../kit/process/product-folder.js'
import { stateCode } from './us-states.js'
import { type Place, unitsPerDegree } from './zip-centres.js'

/** By the name of a city in lower case and its state: its centre, and how many ZIP codes it has. */
type Cities = Readonly<Record<string, Readonly<Record<string, readonly [number, number, number]>>>>

/** Made by `npm run build` (dev/places.js). */
const file = built('directory/places/cities.json')

interface Index {
  cities: Cities
  /** The names by their letters alone: `o fallon` by `ofallon`. */
  names: ReadonlyMap<string, readonly string[]>
  /** How many ZIP codes the cities of a state have. */
  zips: ReadonlyMap<string, number>
}

let index: Index | undefined

/** How many organizations there are by state (`RI`). */
export type ByState = ReadonlyMap<string, number>

/** A city of the United States. */
export interface City extends Place {
  /** With its state: `Springfield, VT`. */
  name: string
  /** The names of the others that a text without a state may mean, the likeliest first. */
  others: readonly string[]
}

/**
 * The city of the United States that a text names, however it is written: `Providence, RI`,
 * `st. johnsbury vermont`, `Winston-Salem NC`, `O'Fallon`, `San José`, `city of Providence`. Of
 * several it is the one where most organizations are to be expected; where none are, or nothing is
 * known of them, the one with most ZIP codes. Undefined if unknown.
 */
export function findCity(text: string, organizations: ByState = new Map()): City | undefined {
  for (const [words, state] of readingsOf(wordsOf(text))) {
    const found = citiesOf(words).filter((one) => state === undefined || one.state === state)
    const [city, ...others] = likeliestFirst(found, organizations)
    if (city) {
      const { lat, lon } = city
      return { lat, lon, name: nameOf(city), others: others.map(nameOf) }
    }
  }
  return undefined
}

/**
 * The city of the United States that a misspelt name, without a state, most likely means: its first
 * letter is right. Undefined for a name that is known, and when none is close.
 * @param closest Finds the word that is most like another one.
 */
export function guessCity(
  text: string,
  closest: (word: string, candidates: readonly string[]) => string | undefined,
): string | undefined {
  const letters = lettersOf(wordsOf(text))
  const { names } = indexOfCities()
  if (letters === '' || names.has(letters)) return undefined
  const candidates = [...names.keys()].filter((one) => one[0] === letters[0])
  const [name] = names.get(closest(letters, candidates) ?? '') ?? []
  return name === undefined ? undefined : inCapitals(name)
}

/** What stands around the names of cities, and is part of few. */
const around = /^(?:city|town|village) of | city$/

/** The words as a city with its state behind it, and as a city alone; then without what is around. */
function readingsOf(
  words: readonly string[],
): (readonly [words: readonly string[], state?: string | undefined])[] {
  const withState = [1, 2, 3].flatMap((count) => {
    const state = stateCode(words.slice(-count).join(' '))
    return state === undefined ? [] : [[words.slice(0, -count), state] as const]
  })
  const readings = [...withState, [words] as const]
  const bare = readings.map(([name, state]) => {
    return [name.join(' ').replace(around, '').split(' '), state] as const
  })
  return [...readings, ...bare]
}

interface Candidate extends Place {
  name: string
  state: string
  zips: number
}

/** The cities of a name, one of each state; of several spellings the one of the same words. */
export function citiesOf(words: readonly string[]): Candidate[] {
  const { cities, names } = indexOfCities()
  const spelt = longWords(words).join(' ')
  const others = names.get(lettersOf(words)) ?? []
  const found = new Map<string, Candidate>()
  for (const name of others.includes(spelt) ? [spelt, ...others] : others)
    for (const [state, place] of Object.entries(cities[name]!))
      if (!found.has(state)) found.set(state, toCandidate(name, state, place))
  return [...found.values()]
}

const byState = new Map<string, readonly Candidate[]>()

/** The cities of a state. */
export function citiesIn(state: string): readonly Candidate[] {
  const known = byState.get(state)
  if (known) return known
  const found = Object.entries(indexOfCities().cities).flatMap(([name, { [state]: place }]) =>
    place === undefined ? [] : [toCandidate(name, state, place)],
  )
  byState.set(state, found)
  return found
}

const toCandidate = (
  name: string,
  state: string,
  [lat, lon, zips]: readonly [number, number, number],
): Candidate => ({
  ...{ name, state, zips },
  ...{ lat: lat / unitsPerDegree, lon: lon / unitsPerDegree },
})

/** A city is expected to have its share of the organizations of its state, by its ZIP codes. */
function likeliestFirst(found: readonly Candidate[], organizations: ByState): Candidate[] {
  const { zips: ofStates } = indexOfCities()
  const expected = ({ state, zips }: Candidate) =>
    ((organizations.get(state) ?? 0) * zips) / ofStates.get(state)!
  return [...found].sort((one, other) => expected(other) - expected(one) || other.zips - one.zips)
}

const nameOf = ({ name, state }: Candidate) => `${inCapitals(name)}, ${state}`

const inCapitals = (name: string) => name.replace(/(^| )[a-z]/g, (begin) => begin.toUpperCase())

function indexOfCities(): Index {
  if (index) return index
  const cities = JSON.parse(readFileSync(file, 'utf8')) as Cities
  const names = new Map<string, string[]>()
  const zips = new Map<string, number>()
  for (const [name, states] of Object.entries(cities)) {
    const letters = lettersOf(wordsOf(name))
    names.set(letters, [...(names.get(letters) ?? []), name])
    for (const [state, [, , more]] of Object.entries(states))
      zips.set(state, (zips.get(state) ?? 0) + more)
  }
  index = { cities, names, zips }
  return index
}

/** Lower case without accents, dots and apostrophes; the dot of `St.Paul` parts two words. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/(?<!\p{L})(\p{L})\.\s*(?=\p{L}\.)/gu, '$1') // `D. C.`
    .replace(/(?<=\p{L}{2})\.(?=\p{L})/gu, ' ')
    .replace(/\p{Lm}|[^\p{L}\p{N}\s,/-]/gu, '')
    .split(/[\s,/-]+/)
    .filter(Boolean)
}

function lettersOf(words: readonly string[]): string {
  return longWords(words).join('')
}

/** Words that are often written short, and those that are at the beginning. */
const longForms = mapOf({ st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' })
const longDirections = mapOf({
  ...{ n: 'north', s: 'south', e: 'east', w: 'west' },
  ...{ no: 'north', so: 'south' },
})

/** With the words that are often written short spelled out. */
export function longWords([first = '', ...others]: readonly string[]): string[] {
  const words = [longDirections.get(first) ?? first, ...others]
  return words.map((word) => longForms.get(word) ?? word)
}

function mapOf(words: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(words))
}
