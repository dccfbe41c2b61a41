import { stateName } from '../../../kit/places/us-states.js'

/** Kept in capitals in a name that is all in capitals. */
const initials = new Set(
  (
    'II III IV USA US RI DC NY UK YMCA YWCA LLC PTA PTO PTSA VFW AFL CIO SPCA NAACP AARP AFSCME ' +
    'IBEW BPOE NW NE SW SE PO FBO'
  ).split(' '),
)
/** Words that names of all kinds have: they are small in them, and no word of a search. */
export const small: ReadonlySet<string> = new Set('of the and for in at to on by a an'.split(' '))

/** A name to read: `FOOD BANK OF RI` is Food Bank of RI; one that is not all in capitals stays. */
export function readable(name: string): string {
  if (name !== name.toUpperCase() || name === name.toLowerCase()) return name
  return name.replace(/[\p{L}\p{N}']+/gu, (word, at: number) => {
    if (initials.has(word)) return word
    const low = word.toLowerCase()
    if (/\d/.test(word)) return /^\d+(?:ST|ND|RD|TH)$/.test(word) ? low : word
    if (at > 0 && small.has(low) && !isInitial(name, word, at)) return low
    return low.replace(/^(?:mc(?=\p{L}{3})|[od]'(?=\p{L}{2}))?\p{L}/u, capitals)
  })
}

/** Whether a single letter is next to another one, or to `&`: in `E A & M L BAILEY` no word is. */
function isInitial(name: string, word: string, at: number): boolean {
  const isAmong =
    /(?:^|[^\p{L}\p{N}'])\p{L}[ .]*$|& *$/u.test(name.slice(0, at)) ||
    /^[ .]*(?:\p{L}(?![\p{L}\p{N}'])|&)/u.test(name.slice(at + word.length))
  return word.length === 1 && isAmong
}

/** `Mc`, `O'` and the letter behind them. */
const capitals = (start: string) =>
  start.replace(/^\p{L}|\p{L}$/gu, (letter) => letter.toUpperCase())

type Place = { [name in 'city' | 'region' | 'country']?: string | undefined }

/** Where an organization is: `Providence, RI`. */
export function placeOf({ city, region, country }: Place): string {
  const abroad = country !== undefined && country !== 'US' ? country : undefined
  return [...new Set([city && readable(city), region, abroad])].filter(Boolean).join(', ')
}

/** A value of a facet in words. */
export function facetWords(facet: string, value: string): string {
  if (facet === 'region') return stateName(value) ?? value
  if (facet === 'founded') return value.endsWith('-') ? `Since ${value.slice(0, -1)}` : `${value}s`
  if (facet === 'legal_status' || facet === 'revenue')
    return value.replaceAll('_', ' ').replace(/^\p{L}/u, (letter) => letter.toUpperCase())
  return value
}
