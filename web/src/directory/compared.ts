import type { Organization } from '../../../packages/client/src/types.js'
import { addressLine, factsOf, taxCode, websiteOf } from './words.js'

/** A row of a comparison: what each organization says, undefined where it is not known. */
export interface ComparedRow {
  title: string
  texts: (string | undefined)[]
}

/** The rows in their sections, by the titles of the facts. */
const sections: Readonly<Record<string, readonly string[]>> = {
  About: ['Field of work', 'Area', 'NTEE code', 'Founded', 'Employees', 'Website'],
  Money: ['Revenue', 'Gross income', 'Assets'],
  Place: ['Address', 'State or region', 'Country'],
  'Status and registration': [
    ...['Number', 'Legal form', 'Tax status', 'Gifts to it', 'Registered', 'Active'],
  ],
}

/** Some organizations next to each other; what is known of none is left out. */
export function comparedIn(
  organizations: readonly Organization[],
): { title: string; rows: ComparedRow[] }[] {
  const facts = organizations.map(factsByTitle)
  return Object.entries(sections)
    .map(([title, titles]) => ({
      title,
      rows: titles
        .map((row) => ({ title: row, texts: facts.map((known) => known.get(row)) }))
        .filter(({ texts }) => texts.some((text) => text !== undefined)),
    }))
    .filter(({ rows }) => rows.length > 0)
}

function factsByTitle(one: Organization): Map<string, string> {
  const others = { Address: addressLine(one), Number: taxCode(one), Website: websiteOf(one) }
  const known = Object.entries(others).filter(([, text]) => text !== undefined && text !== '')
  return new Map([...factsOf(one), ...(known as [string, string][])])
}
