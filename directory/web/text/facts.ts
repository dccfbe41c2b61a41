import type { Meta } from '../../../packages/client/src/answer.js'
import type { Organization } from '../../../packages/client/src/types.js'
import { formatAmount, formatCalendarDate, formatCount } from '../../../web/src/kit/format.js'
import { toDisplayCode, toDisplayName } from '../../fields/display.js'
import { type Field, fieldRows, type Kind } from '../../fields/fields.js'
import { formatFacetValue, formatPlace } from './names.js'
import { formatAddress, formatTaxCode } from './organization.js'

/** The sections of an organization's page, and their titles. */
export const sectionTitles = {
  about: 'About',
  names: 'Also known as',
  money: 'Money',
  place: 'Place',
  status: 'Status and registration',
} as const satisfies Record<NonNullable<Field['section']>, string>
export type Section = keyof typeof sectionTitles

/** A fact in words. The note is smaller, such as the year of an amount. */
export type Fact = [title: string, text: string, note?: string]

/** What is known of an organization for a section, in words. */
export function listFacts(organization: Organization, section: Section): Fact[] {
  const facts = fieldRows.flatMap(([field, { kind, title, section: own }]): Fact[] => {
    const value = organization[field]
    if (title === undefined || own !== section || value === undefined || value === null) return []
    if (field === 'country' && value === 'US') return [] // the address says it
    if (kind === 'money') {
      const amount = formatAmount(Number(value), organization.country, formatCount)
      return [[title, amount, describePeriod(organization)]]
    }
    return [[title, formatFact(field, kind, value)]]
  })
  return [...listCombinedFacts(organization, section), ...facts]
}

/** The year that the amounts of an organization are of. */
const describePeriod = ({ tax_period }: Organization): string =>
  tax_period === undefined ? 'year not known' : `year to ${formatCalendarDate(tax_period)}`

/** Facts that several fields make together. */
function listCombinedFacts(organization: Organization, section: Section): Fact[] {
  const [code, address] = [formatTaxCode(organization), formatAddress(organization)]
  if (section === 'status' && code !== undefined)
    return [[organization.country === 'US' ? 'EIN' : 'Number', code]]
  return section === 'place' && address !== '' ? [['Address', address]] : []
}

function formatFact(field: string, kind: Kind, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map((name) => toDisplayName(String(name))).join(', ')
  if (kind === 'date') return formatDate(String(value))
  if (field === 'subsection') return formatSubsection(String(value))
  if (field === 'country') return countries.of(String(value)) ?? String(value)
  if (field === 'activity_code') return toDisplayCode(String(value))
  if (field === 'employees') return formatCount(Number(value))
  if (field === 'deductibility') return formatFacetValue('legal_status', String(value))
  return formatFacetValue(field, String(value))
}

function formatDate(text: string): string {
  const day = text.replace(/T.*$/, '')
  return /^\d{4}-\d\d(-\d\d)?$/.test(day) ? formatCalendarDate(day) : text
}
const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** Parts of section 501(c) of the tax law of the United States that most organizations are of. */
const subsections: Readonly<Record<string, string>> = {
  '2': 'title-holding company',
  '3': 'charitable organization',
  '4': 'social welfare organization',
  '5': 'labor or agricultural organization',
  '6': 'business league',
  '7': 'social or recreation club',
  '8': 'fraternal beneficiary society',
  '9': 'employees’ beneficiary association',
  '10': 'domestic fraternal society',
  '12': 'benevolent life insurance or utility',
  '13': 'cemetery company',
  '14': 'credit union',
  '19': 'veterans’ organization',
}

function formatSubsection(text: string): string {
  const number = /^0*(\d+)$/.exec(text)?.[1]
  if (number === undefined) return text
  const words = subsections[number]
  return `501(c)(${number})${words ? `, ${words}` : ''}`
}

/** Describes in one or two sentences what an organization does and what it is. */
export function summarize(organization: Organization): string {
  const { activity, activity_group, subsection, founded_year, active } = organization
  const work = [activity, activity_group !== activity && activity_group && `(${activity_group})`]
  const place = formatPlace(organization)
  const is = [
    subsection === undefined ? 'Nonprofit organization' : formatKind(subsection),
    place && `in ${place}`,
    founded_year !== undefined && `since ${founded_year}`,
    active === false && 'no longer active',
  ]
  const sentences = [work.filter(Boolean).join(' '), is.filter(Boolean).join(', ')]
  return sentences
    .filter((one) => one !== '')
    .map((one) => `${one}.`)
    .join(' ')
}

/** `Charitable organization, 501(c)(3)` */
function formatKind(subsection: string): string {
  const words = formatSubsection(subsection).split(', ').reverse().join(', ')
  return words.replace(/^\p{L}/u, (letter) => letter.toUpperCase())
}

/** The title of its page: `Rhode Island Hospital, Providence RI`. */
export function toPageTitle({ name, city, region }: Organization): string {
  const place = [city && toDisplayName(city), region].filter(Boolean).join(' ')
  return [toDisplayName(name), place].filter(Boolean).join(', ')
}

/** Pages of other sites about an organization. Its number leads to them. */
export function listFilings({
  tax_code = '',
  country,
}: Organization): [title: string, url: string][] {
  if (country !== 'US' || !/^\d{9}$/.test(tax_code)) return []
  return [
    [
      'Filings at ProPublica Nonprofit Explorer',
      `https://projects.propublica.org/nonprofits/organizations/${tax_code}`,
    ],
    ['IRS Tax Exempt Organization Search', `https://apps.irs.gov/app/eos/details/?ein=${tax_code}`],
  ]
}

/** A citation of the page of an organization, with the date and the source of the data. */
export function toCitation(organization: Organization, url: string, about: Meta): string {
  const { tax_code, country, org_id } = organization
  const { dataAsOf, attribution } = about
  const number = tax_code === undefined ? org_id : formatTaxCode(organization)
  const named = number === undefined ? undefined : country === 'US' ? `EIN ${number}` : number
  const date = dataAsOf === undefined ? undefined : `data as of ${formatCalendarDate(dataAsOf)}`
  const source = attribution === undefined ? undefined : `source: ${attribution}`
  const parts = [named, formatPlace(organization), 'Nonprofit Organization Directory', date, source]
  return `${toDisplayName(organization.name)}. ${parts.filter(Boolean).join(', ')}. ${url}`
}
