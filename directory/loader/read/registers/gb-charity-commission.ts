import { dayIn, filled, joined, type Register, requiredCell, wholeNumberIn } from './register.js'

const addressLines = [1, 2, 3, 4, 5].map((line) => `charity_contact_address${line}`)

/**
 * Charity Commission for England and Wales: `publicextract.charity.txt` of the full register
 * download, and `publicextract.charity_other_names.txt`, working and previous names. Linked
 * charities, which share the number of their main charity, and removed ones are left out.
 */
export const gbCharityCommission: Register = {
  delimiter: '\t',
  encoding: 'utf-8',
  required: [
    'registered_charity_number',
    'linked_charity_number',
    'charity_name',
    'charity_registration_status',
  ],
  optional: [
    ...['charity_activities', 'charity_type', 'date_of_registration', ...addressLines],
    ...['charity_contact_postcode', 'charity_contact_web', 'latest_income'],
  ],
  organizationOf(row) {
    const { linked_charity_number: linked, charity_registration_status: status } = row
    if (linked !== '0' || status !== 'Registered') return undefined
    const number = numberOf(row)
    return {
      id: idOf(number),
      name: requiredCell(row, 'charity_name'),
      tax_code: number,
      country: 'GB',
      ...filled({
        description: row.charity_activities,
        legal_status: row.charity_type,
        registered_on: dayIn(row, 'date_of_registration'),
        street: joined(addressLines.map((line) => row[line])),
        zip: row.charity_contact_postcode,
        website: row.charity_contact_web,
        income: wholeNumberIn(row, 'latest_income'),
      }),
      active: true,
    }
  },
  otherNames: {
    required: [
      ...['registered_charity_number', 'linked_charity_number', 'charity_name_type'],
      'charity_name',
    ],
    nameOf(row) {
      if (row.linked_charity_number !== '0') return undefined
      return { id: idOf(numberOf(row)), name: requiredCell(row, 'charity_name') }
    },
  },
}

const idOf = (number: string) => `gb-chc-${number}`

function numberOf(row: Readonly<Record<string, string>>): string {
  return requiredCell(row, 'registered_charity_number', /^\d{6,7}$/, 'six or seven digits')
}
