import { formatCount } from '../../../web/src/kit/format.js'
import { stateName } from '../../places/us-states.js'

/** Words that stay in capitals when a name in capitals is converted. */
const initials = new Set(
  (
    'II III IV USA US RI DC NY UK YMCA YWCA LLC PTA PTO PTSA VFW AFL CIO SPCA NAACP AARP AFSCME ' +
    'IBEW BPOE NW NE SW SE PO ' +
    // abbreviations in names of trusts
    'FBO UA UW UWO UD UI UIND TUA TUW'
  ).split(' '),
)
/** Words that stay in lower case in names, and that are not highlighted. */
export const smallWords: ReadonlySet<string> = new Set(
  'of the and for in at to on by a an'.split(' '),
)

/** Converts a name in capitals: `FOOD BANK OF RI` to Food Bank of RI. Other names stay. */
export function toDisplayName(name: string): string {
  if (name !== name.toUpperCase() || name === name.toLowerCase()) return name
  return name.replace(/[\p{L}\p{N}']+/gu, (word, at: number) => {
    if (initials.has(word)) return word
    const low = word.toLowerCase()
    if (/\d/.test(word)) return /^\d+(?:ST|ND|RD|TH)$/.test(word) ? low : word
    const isInitial = word === 'A' && !isArticle(name.slice(0, at), name.slice(at + 1))
    if (at > 0 && smallWords.has(low) && !isInitial) return low
    return low.replace(/^(?:mc(?=\p{L}{3})|[od]'(?=\p{L}{2}))?\p{L}/u, capitalize)
  })
}

/**
 * Whether an `A` between these texts is an article: behind a word such as `FOR`. Elsewhere it is an
 * initial, as in `CHARLES A DANA`, `P A T T`, `E A & M L BAILEY` and `U/A`.
 */
function isArticle(before: string, after: string): boolean {
  const isLed = /(?:^| )(?:AND|AT|BY|FOR|FROM|IN|IS|LIKE|NOT|OF|ON|TO|UPON|WITH) $/.test(before)
  return isLed && /^ [\p{L}\p{N}']{2}/u.test(after)
}

/** `Mc`, `O'` and the letter behind them. */
const capitalize = (start: string) =>
  start.replace(/^\p{L}|\p{L}$/gu, (letter) => letter.toUpperCase())

type Place = { [name in 'city' | 'region' | 'country']?: string | undefined }

/** Where an organization is: `Providence, RI`. */
export function formatPlace({ city, region, country }: Place): string {
  const abroad = country !== undefined && country !== 'US' ? country : undefined
  return [...new Set([city && toDisplayName(city), region, abroad])].filter(Boolean).join(', ')
}

/** A value of a facet in words. */
export function formatFacetValue(facet: string, value: string): string {
  if (value === 'unknown') return 'Unknown'
  if (facet === 'region') return stateName(value) ?? value
  if (value.includes('..')) return formatRange(facet, value)
  if (facet === 'founded') return `${value}s`
  if (facet === 'legal_status' || facet === 'revenue')
    return value.replaceAll('_', ' ').replace(/^\p{L}/u, (letter) => letter.toUpperCase())
  return value
}

/** `Founded since 2015`, `Revenue 1,000 to 5,000`. */
function formatRange(facet: string, range: string): string {
  const [from = '', to = ''] = range.split('..').map((end) => formatEnd(facet, end))
  const title = facet === 'founded' ? 'Founded' : 'Revenue'
  if (to === '') return `${title} ${facet === 'founded' ? 'since' : 'from'} ${from}`
  return from === '' ? `${title} up to ${to}` : `${title} ${from} to ${to}`
}

const formatEnd = (facet: string, end: string) =>
  facet === 'founded' || end === '' ? end : formatCount(Number(end))
