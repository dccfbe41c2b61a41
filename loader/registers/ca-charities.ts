import { filled, joined, type Register } from './register.js'

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
  organizationOf(row) {
    const { BN: number, 'Legal Name': legalName, 'Account Name': accountName } = row
    const name = legalName ?? accountName
    if (!number || !name) return undefined
    return {
      id: `ca-${number.toLowerCase()}`,
      name,
      tax_code: number,
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
