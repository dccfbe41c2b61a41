import { isFuture } from '../../../kit/api/dates.js'
import type { Organization } from '../../fields/organization.js'
import { spellCity } from '../../places/city-spelling.js'
import { fieldOfWork } from '../record/ntee.js'
import { otherNames } from '../record/other-names.js'
import { RefusedRow } from '../record/refused-row.js'
import { type UsPlace, usPlace } from './us-places.js'

/** `legal_status` by the extract's code in ORGANIZATION. */
const legalForms: Record<string, string> = {
  '': 'unknown',
  0: 'unknown',
  1: 'corporation',
  2: 'trust',
  3: 'cooperative',
  4: 'partnership',
  5: 'association',
  6: 'non_exempt_charitable_trust',
}

/** `deductibility` by the extract's code; 0 is none. */
const deductibility: Record<string, string> = {
  1: 'deductible',
  2: 'not_deductible',
  4: 'by_treaty',
}

/**
 * A row of the extract, by column name, as an organization.
 * @throws RefusedRow naming the column that is wrong.
 */
export function organizationFromExtract(row: Readonly<Record<string, string>>): Organization {
  const cell = (column: string) => row[column]?.trim() ?? ''
  const taxCode = einOf(cell('EIN'))
  const name = cell('NAME')
  if (name === '') throw new RefusedRow('NAME is empty')
  const form = cell('ORGANIZATION')
  const legalForm = Object.hasOwn(legalForms, form) ? legalForms[form]! : undefined
  if (legalForm === undefined) throw new RefusedRow('ORGANIZATION must be 0 to 6')
  const code = cell('NTEE_CD')
  const place = usPlace(cell('STATE'), cell('ZIP'))

  return {
    id: `us-${taxCode}`,
    name,
    ...otherNames(name, [cell('SORT_NAME')]),
    org_id: `US-EIN-${taxCode}`,
    tax_code: taxCode,
    legal_status: legalForm,
    ...ruling(cell('RULING')),
    ...place,
    ...spelledCity(cell('CITY'), place),
    ...filled({
      street: cell('STREET'),
      activity_code: code,
      subsection: cell('SUBSECTION').replace(/^0+/, ''),
      deductibility: deductibility[cell('DEDUCTIBILITY')],
      group: cell('GROUP').replace(/^0+$/, ''),
    }),
    ...fieldOfWork(code),
    ...amount('assets', 'ASSET_AMT', cell('ASSET_AMT')),
    ...amount('income', 'INCOME_AMT', cell('INCOME_AMT')),
    ...amount('revenue', 'REVENUE_AMT', cell('REVENUE_AMT')),
    ...filled({ tax_period: monthOf('TAX_PERIOD', cell('TAX_PERIOD')) }),
  }
}

/** The extract cuts names of cities to 13 letters: spelled out, and as written where that differs. */
function spelledCity(
  written: string,
  { country, region, zip = '' }: UsPlace,
): Pick<Organization, 'city' | 'registered_city'> {
  const isKnown = country === 'US' && region !== undefined && written !== ''
  const city = isKnown ? spellCity(written, region, zip) : written
  return filled({ city, registered_city: city === written ? undefined : written })
}

/** The nine digits of an EIN, which may be written as 01-0342663. */
function einOf(value: string): string {
  const digits = value.replace(/^(\d\d)-(\d{7})$/, '$1$2')
  if (/^0+$/.test(digits)) throw new RefusedRow('EIN must not be zeros alone')
  if (/^\d{9}$/.test(digits)) return digits
  const hint = /^\d{1,8}$/.test(digits)
    ? ': spreadsheets drop leading zeros, so take the file as it was published'
    : ''
  throw new RefusedRow(`EIN must be nine digits${hint}`)
}

/** When the exemption was granted, `YYYYMM`: the closest to a founding date in the extract. */
function ruling(value: string): Pick<Organization, 'founded_year' | 'registered_on'> {
  const month = monthOf('RULING', value)
  return month === undefined
    ? {}
    : { founded_year: Number(month.slice(0, 4)), registered_on: month }
}

/** `YYYY-MM` of `YYYYMM`, which is over or runs; undefined where it is empty or zeros. */
function monthOf(column: string, value: string): string | undefined {
  if (/^0*$/.test(value)) return undefined
  const [, year, ofYear] = /^(\d{4})(0[1-9]|1[0-2])$/.exec(value) ?? []
  if (year === undefined) throw new RefusedRow(`${column} must be a year and a month, YYYYMM`)
  const month = `${year}-${ofYear}`
  if (month < '1800' || isFuture(month))
    throw new RefusedRow(`${column} must be from 180001 to this month`)
  return month
}

function amount(field: 'assets' | 'income' | 'revenue', column: string, value: string) {
  if (value === '') return {}
  if (!/^-?\d{1,15}$/.test(value)) throw new RefusedRow(`${column} must be a whole number`)
  return { [field]: Number(value) }
}

/** Only the values that are neither undefined nor empty. */
function filled(fields: Readonly<Record<string, string | undefined>>): Partial<Organization> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  )
}
