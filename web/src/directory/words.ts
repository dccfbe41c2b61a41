import type { Organization } from '../../../client/src/types.js'
import { compact, count } from '../kit/format.js'

/** Kept in capitals in a name that is all in capitals. */
const initials = new Set(
  'II III IV USA US RI DC NY UK YMCA YWCA LLC PTA PTO VFW AFL CIO SPCA'.split(' '),
)
const small = new Set('of the and for in at to on by a an'.split(' '))

/** A name to read: `FOOD BANK OF RI` is Food Bank of RI; one that is not all in capitals stays. */
export function readable(name: string): string {
  if (name !== name.toUpperCase() || name === name.toLowerCase()) return name
  return name.replace(/[\p{L}\p{N}']+/gu, (word, at: number) => {
    if (initials.has(word) || /\d/.test(word)) return word
    const low = word.toLowerCase()
    return at > 0 && small.has(low) ? low : word[0] + low.slice(1)
  })
}

type Place = { [name in 'city' | 'region' | 'country']?: string | undefined }

/** Where an organization is: `Providence, RI`. */
export function placeOf({ city, region, country }: Place): string {
  const abroad = country !== undefined && country !== 'US' ? country : undefined
  return [...new Set([city && readable(city), region, abroad])].filter(Boolean).join(', ')
}

/** How many organizations the map shows, and why not all of them. */
export function onMap(placed: number, results: number, total: number): string {
  const page = total > results ? ', those of this page' : ''
  const unplaced = results - placed
  const rest = unplaced === 0 ? '' : ` ${count(unplaced)} without a known place.`
  return `On the map: ${count(placed)} of ${count(total)}${page}.${rest}`
}

/** $1.2M; money of other countries without a sign, as its currency is not known. */
export function money(value: unknown, country: string | undefined): string {
  if (typeof value !== 'number') return '–'
  return `${value < 0 ? '−' : ''}${country === 'US' ? '$' : ''}${compact(Math.abs(value))}`
}

/** 05-0258937, the form of the IRS for the nine digits of an EIN. */
export function taxCode({ tax_code, country }: Organization): string | undefined {
  return country === 'US' && tax_code ? tax_code.replace(/^(\d{2})(\d{7})$/, '$1-$2') : tax_code
}

/** Pages of others about an organization of the United States. */
export function linksOf({ tax_code = '', country }: Organization): [title: string, url: string][] {
  if (country !== 'US' || !/^\d{9}$/.test(tax_code)) return []
  return [
    [
      'ProPublica Nonprofit Explorer',
      `https://projects.propublica.org/nonprofits/organizations/${tax_code}`,
    ],
    ['IRS Tax Exempt Organization Search', `https://apps.irs.gov/app/eos/details/?ein=${tax_code}`],
  ]
}

/** An address that a link may have; what else data may say is no link. */
export function websiteOf({ website }: Organization): string | undefined {
  return website && /^https?:\/\//i.test(website) ? website : undefined
}

const facts: readonly [field: keyof Organization & string, title: string][] = [
  ['activity', 'Field of work'],
  ['activity_group', 'Area'],
  ['legal_status', 'Legal form'],
  ['founded_year', 'Founded'],
  ['registered_on', 'Registered'],
  ['subsection', 'Section 501(c)'],
  ['active', 'Active'],
  ['employees', 'Employees'],
  ['revenue', 'Revenue'],
  ['income', 'Gross income'],
  ['assets', 'Assets'],
]
const amounts: readonly string[] = ['revenue', 'income', 'assets']

/** What is known of an organization, in words. */
export function factsOf(organization: Organization): [title: string, text: string][] {
  return facts.flatMap(([field, title]): [string, string][] => {
    const value = organization[field]
    if (value === undefined || value === null) return []
    return [[title, factOf(field, value, organization.country)]]
  })
}

function factOf(field: string, value: unknown, country: string | undefined): string {
  if (amounts.includes(field))
    return `${country === 'US' ? '$' : ''}${count(Number(value))}`.replace('$-', '-$')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return facetWords(field, String(value))
}

/** A value of a facet in words. */
export function facetWords(facet: string, value: string): string {
  if (facet === 'founded') return `${value}s`
  if (facet === 'legal_status' || facet === 'revenue')
    return value.replaceAll('_', ' ').replace(/^\p{L}/u, (letter) => letter.toUpperCase())
  return value
}

export const facetTitles: Readonly<Record<string, string>> = {
  region: 'State or region',
  activity: 'Field of work',
  legal_status: 'Legal form',
  revenue: 'Revenue',
  founded: 'Founded',
}

/** A text in parts, of which each begins like a word that was asked for or not. */
export function marked(text: string, q: string): { part: string; isMarked: boolean }[] {
  const words = q
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
    .map((word) => word.replace(/s$/i, ''))
  if (words.length === 0) return [{ part: text, isMarked: false }]
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])((?:${words.join('|')})[\\p{L}\\p{N}]*)`, 'iu')
  return text
    .split(pattern)
    .map((part, i) => ({ part, isMarked: i % 2 === 1 }))
    .filter(({ part }) => part !== '')
}
