import { otherNames } from '../../record/other-names.js'
import { RefusedRow } from '../../record/refused-row.js'
import { filled, joined, type Register, requiredCell } from './register.js'

/** Designation of a registered charity under the Income Tax Act. */
const designations: Record<string, string> = {
  A: 'public foundation',
  B: 'private foundation',
  C: 'charitable organization',
}

/** Canada Revenue Agency, List of charities: the file "Identification" of a year. */
export const caCharities: Register = {
  delimiter: ',',
  encoding: 'utf-8',
  required: ['BN', 'Legal Name'],
  optional: (
    'Account Name,Designation,Category,Sub Category,Address Line 1,Address Line 2,City,Province,' +
    'Postal Code,Country'
  ).split(','),
  organizationOf(row) {
    const number = requiredCell(row, 'BN', /^\d{9}RR\d{4}$/i, 'nine digits, RR and four digits')
    const { 'Account Name': accountName = '' } = row
    const name = row['Legal Name'] ?? accountName
    if (name === '') throw new RefusedRow('Legal Name is empty')
    return {
      id: `ca-${number.toLowerCase()}`,
      name,
      ...otherNames(name, [accountName]),
      tax_code: number.toUpperCase(),
      ...filled({
        legal_status: designations[row.Designation ?? ''],
        activity_code: joined([row.Category, row['Sub Category']], '-'),
        street: joined([row['Address Line 1'], row['Address Line 2']]),
        city: row.City,
        region: row.Province,
        zip: row['Postal Code'],
        country: row.Country,
      }),
    }
  },
}
