import type { Organization } from '../../../packages/client/src/types.js'
import { listFacts, type Section, sectionTitles } from '../text/facts.js'
import { getWebsite } from '../text/organization.js'

/** A row of a comparison: what each organization says, undefined where it is not known. */
interface ComparedRow {
  title: string
  texts: (string | undefined)[]
}

/** The rows of a comparison, in sections. Rows without any value are left out. */
export function toComparison(
  organizations: readonly Organization[],
): { title: string; rows: ComparedRow[] }[] {
  return (Object.keys(sectionTitles) as Section[])
    .map((section) => ({ title: sectionTitles[section], rows: toRows(organizations, section) }))
    .filter(({ rows }) => rows.length > 0)
}

function toRows(organizations: readonly Organization[], section: Section): ComparedRow[] {
  const facts = organizations.map((one) => {
    const website = section === 'about' ? getWebsite(one) : undefined
    return new Map([
      ...(website ? [['Website', website] as const] : []),
      ...listFacts(one, section),
    ])
  })
  const titles = new Set(facts.flatMap((known) => [...known.keys()]))
  return [...titles].map((title) => ({ title, texts: facts.map((known) => known.get(title)) }))
}
