import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stateCode } from './us-states.js'
import { type Place, unitsPerDegree } from './zip-centres.js'

/** Centres by the name of a city in lower case, and its state. */
type Cities = Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>>

/** Made by `npm run build` (dev/places.js). */
const file = fileURLToPath(new URL('./cities.json', import.meta.url))

let cities: Cities | undefined

/**
 * The centre of a city of the United States, as in `Providence, RI`, `st. johnsbury vermont` or
 * `Providence`; without a state the one with most ZIP codes. Undefined if unknown.
 */
export function cityCentre(text: string): Place | undefined {
  const words = text
    .toLowerCase()
    .replaceAll('.', '')
    .split(/[\s,]+/)
    .filter(Boolean)
  cities ??= JSON.parse(readFileSync(file, 'utf8')) as Cities
  for (const [name, state] of readingsOf(words)) {
    const states = Object.hasOwn(cities, name) ? cities[name]! : {}
    const [lat, lon] = (state === undefined ? Object.values(states)[0] : states[state]) ?? []
    if (lat !== undefined && lon !== undefined)
      return { lat: lat / unitsPerDegree, lon: lon / unitsPerDegree }
  }
  return undefined
}

/** The words as a city with its state behind it, and as a city alone. */
function readingsOf(words: readonly string[]): (readonly [name: string, state?: string])[] {
  const withState = [1, 2, 3].flatMap((count) => {
    const state = stateCode(words.slice(-count).join(' '))
    return state === undefined ? [] : [[nameOf(words.slice(0, -count)), state] as const]
  })
  return [...withState, [nameOf(words)]]
}

/** First words that are often written short. */
const longForms: Readonly<Record<string, string>> = {
  st: 'saint',
  ft: 'fort',
  mt: 'mount',
  n: 'north',
  s: 'south',
  e: 'east',
  w: 'west',
}

function nameOf([first = '', ...others]: readonly string[]): string {
  return [longForms[first] ?? first, ...others].join(' ')
}
