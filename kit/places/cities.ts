import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stateCode } from './us-states.js'
import { type Place, unitsPerDegree } from './zip-centres.js'

/** Centres by the name of a city in lower case, and its state. */
type Cities = Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>>

/** Made by `npm run build` (dev/places.js). */
const file = fileURLToPath(new URL('./cities.json', import.meta.url))

interface Index {
  cities: Cities
  /** The names by their letters alone: `o fallon` by `ofallon`. */
  names: ReadonlyMap<string, readonly string[]>
}

let index: Index | undefined

/**
 * The centre of a city of the United States, however it is written: `Providence, RI`,
 * `st. johnsbury vermont`, `Winston-Salem NC`, `O'Fallon`, `San José`; without a state the one with
 * most ZIP codes. Undefined if unknown.
 */
export function cityCentre(text: string): Place | undefined {
  for (const [words, state] of readingsOf(wordsOf(text))) {
    for (const states of citiesNamed(words)) {
      const [lat, lon] = (state === undefined ? Object.values(states)[0] : states[state]) ?? []
      if (lat !== undefined && lon !== undefined)
        return { lat: lat / unitsPerDegree, lon: lon / unitsPerDegree }
    }
  }
  return undefined
}

/**
 * The city of the United States that a misspelt name, without a state, most likely means: its first
 * letter is right. Undefined for a name that is known, and when none is close.
 * @param closest Finds the word that is most like another one.
 */
export function cityMeant(
  text: string,
  closest: (word: string, candidates: readonly string[]) => string | undefined,
): string | undefined {
  const letters = lettersOf(wordsOf(text))
  const { names } = indexOfCities()
  if (letters === '' || names.has(letters)) return undefined
  const candidates = [...names.keys()].filter((one) => one[0] === letters[0])
  const [name] = names.get(closest(letters, candidates) ?? '') ?? []
  return name?.replace(/(^| )[a-z]/g, (begin) => begin.toUpperCase())
}

/** The words as a city with its state behind it, and as a city alone. */
function readingsOf(
  words: readonly string[],
): (readonly [words: readonly string[], state?: string])[] {
  const withState = [1, 2, 3].flatMap((count) => {
    const state = stateCode(words.slice(-count).join(' '))
    return state === undefined ? [] : [[words.slice(0, -count), state] as const]
  })
  return [...withState, [words]]
}

/** The cities of a name, those of the same words first. */
function* citiesNamed(words: readonly string[]): Generator<Cities[string]> {
  const { cities, names } = indexOfCities()
  const name = longWords(words).join(' ')
  const others = names.get(lettersOf(words)) ?? []
  for (const one of new Set(others.includes(name) ? [name, ...others] : others)) yield cities[one]!
}

function indexOfCities(): Index {
  if (index) return index
  const cities = JSON.parse(readFileSync(file, 'utf8')) as Cities
  const names = new Map<string, string[]>()
  for (const name of Object.keys(cities)) {
    const letters = lettersOf(wordsOf(name))
    names.set(letters, [...(names.get(letters) ?? []), name])
  }
  index = { cities, names }
  return index
}

/** Lower case without accents, dots and apostrophes. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s,/-]/gu, '')
    .split(/[\s,/-]+/)
    .filter(Boolean)
}

function lettersOf(words: readonly string[]): string {
  return longWords(words).join('')
}

/** Words that are often written short, and those that are at the beginning. */
const longForms = mapOf({ st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' })
const longDirections = mapOf({ n: 'north', s: 'south', e: 'east', w: 'west' })

function longWords([first = '', ...others]: readonly string[]): string[] {
  const words = [longDirections.get(first) ?? first, ...others]
  return words.map((word) => longForms.get(word) ?? word)
}

function mapOf(words: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(words))
}
