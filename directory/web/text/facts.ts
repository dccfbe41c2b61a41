import type { Meta } from '../../../packages/client/src/answer.js'
import type { Organization } from '../../../packages/client/src/types.js'
import { amount, calendarDate, count } from '../../../web/src/kit/format.js'
import { type Field, fieldRows, type Kind } from '../../fields/fields.js'
import { formatFacetValue, formatPlace, toDisplayName } from './names.js'
import { formatTaxCode } from './organization.js'

/** The sections of an organization's page, and their titles. */
export const sectionTitles = {
  about: 'About',
  names: 'Also known as',
  money: 'Money',
  place: 'Place',
  status: 'Status and registration',
} as const satisfies Record<NonNullable<Field['section']>, string>
export type Section = keyof typeof sectionTitles

/** What is known of an organization for a section, in words. */
export function listFacts(
  organization: Organization,
  section: Section,
): [title: string, text: string][] {
  return fieldRows.flatMap(([field, { kind, title, section: own }]): [string, string][] => {
    const value = organization[field]
    if (title === undefined || own !== section || value === undefined || value === null) return []
    return [[title, formatFact(field, kind, value, organization.country)]]
  })
}

function formatFact(
  field: string,
  kind: Kind,
  value: unknown,
  country: string | undefined,
): string {
  if (kind === 'money') return amount(Number(value), country, count)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map((name) => toDisplayName(String(name))).join(', ')
  if (kind === 'date') return formatDate(String(value))
  if (field === 'subsection') return formatSubsection(String(value))
  if (field === 'country') return countries.of(String(value)) ?? String(value)
  if (field === 'employees') return count(Number(value))
  if (field === 'deductibility') return formatFacetValue('legal_status', String(value))
  return formatFacetValue(field, String(value))
}

function formatDate(text: string): string {
  const day = text.replace(/T.*$/, '')
  return /^\d{4}-\d\d(-\d\d)?$/.test(day) ? calendarDate(day) : text
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

/** What an organization does, and what it is: what is known of it, in a sentence or two. */
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

/** A number in a register, by its identifier of org-id.guide, and the page there. */
const registers: readonly [pattern: RegExp, title: string, url: (number: string) => string][] = [
  [
    /^GB-CHC-(\d{6,7})$/,
    'Charity Commission for England and Wales',
    (number) =>
      `https://register-of-charities.charitycommission.gov.uk/charity-search/-/charity-details/${number}`,
  ],
  [
    /^GB-SC-(SC\d{6})$/,
    'Scottish Charity Regulator',
    (number) =>
      `https://www.oscr.org.uk/about-charities/search-the-register/charity-details?number=${number}`,
  ],
  [
    /^GB-NIC-(\d{6})$/,
    'Charity Commission for Northern Ireland',
    (number) => `https://www.charitycommissionni.org.uk/charity-details/?regId=${number}&subId=0`,
  ],
  [
    /^CA-CRA_ACR-(\d{9}RR\d{4})$/,
    'Canada Revenue Agency, list of charities',
    (number) =>
      `https://apps.cra-arc.gc.ca/ebci/hacc/srch/pub/dsplyBscSrch?q.srchNm=&q.bnRt=${number}`,
  ],
  [
    /^FR-INSEE-(\d{9})$/,
    'Annuaire des entreprises',
    (number) => `https://annuaire-entreprises.data.gouv.fr/entreprise/${number}`,
  ],
]

/** Pages of others about an organization, by its number: its filings, and its register. */
export function listFilings({
  tax_code = '',
  country,
  org_id = '',
}: Organization): [title: string, url: string][] {
  const found = registers.flatMap(([pattern, title, url]): [string, string][] => {
    const number = pattern.exec(org_id)?.[1]
    return number === undefined ? [] : [[title, url(number)]]
  })
  if (country !== 'US' || !/^\d{9}$/.test(tax_code)) return found
  return [
    [
      'Filings at ProPublica Nonprofit Explorer',
      `https://projects.propublica.org/nonprofits/organizations/${tax_code}`,
    ],
    ['IRS Tax Exempt Organization Search', `https://apps.irs.gov/app/eos/details/?ein=${tax_code}`],
  ]
}

/** How to cite the page of an organization: what, where, as of when, from whom. */
export function toCitation(organization: Organization, url: string, about: Meta): string {
  const { tax_code, country, org_id } = organization
  const { dataAsOf, attribution } = about
  const number = tax_code === undefined ? org_id : formatTaxCode(organization)
  const named = number === undefined ? undefined : country === 'US' ? `EIN ${number}` : number
  const date = dataAsOf === undefined ? undefined : `data as of ${calendarDate(dataAsOf)}`
  const source = attribution === undefined ? undefined : `source: ${attribution}`
  const parts = [named, formatPlace(organization), 'Nonprofit Organization Directory', date, source]
  return `${toDisplayName(organization.name)}. ${parts.filter(Boolean).join(', ')}. ${url}`
}
