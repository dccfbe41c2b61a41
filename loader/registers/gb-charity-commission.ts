import { filled, joined, type Register } from './register.js'

/**
 * Charity Commission for England and Wales: `publicextract.charity.txt` of the full register
 * download. Linked charities, which share the number of their main charity, and removed ones are
 * left out.
 */
export const gbCharityCommission: Register = {
  delimiter: '\t',
  encoding: 'utf-8',
  organizationOf(row) {
    const { registered_charity_number: number, charity_name: name } = row
    const isMain = row.linked_charity_number === '0'
    if (!number || !name || !isMain || row.charity_registration_status !== 'Registered')
      return undefined
    const lines = [1, 2, 3, 4, 5].map((line) => row[`charity_contact_address${line}`])
    return {
      id: `gb-chc-${number}`,
      name,
      tax_code: number,
      country: 'GB',
      ...filled({
        description: row.charity_activities,
        legal_status: row.charity_type,
        registered_on: row.date_of_registration?.slice(0, 10),
        street: joined(lines),
        zip: row.charity_contact_postcode,
        website: row.charity_contact_web,
        income: row.latest_income === undefined ? undefined : Math.round(Number(row.latest_income)),
      }),
      active: true,
    }
  },
}
