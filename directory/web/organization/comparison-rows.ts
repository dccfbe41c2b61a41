import type { Organization } from '../../../packages/client/src/types.js'
import { type Fact, listFacts, type Section, sectionTitles } from '../text/facts.js'
import { getWebsite } from '../text/organization.js'

/** A row of a comparison: what is known of each organization. */
interface ComparedRow {
  title: string
  facts: (Fact | undefined)[]
  isNumber: boolean
  /** Whether all of them have the same. */
  isSame: boolean
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
  const known = organizations.map((one) => {
    const website = section === 'about' ? getWebsite(one) : undefined
    const facts = [...(website ? [['Website', website] as Fact] : []), ...listFacts(one, section)]
    return new Map(facts.map((fact) => [fact[0], fact]))
  })
  const titles = new Set(known.flatMap((facts) => [...facts.keys()]))
  return [...titles].map((title) => {
    const facts = known.map((one) => one.get(title))
    const isSame = new Set(facts.map((fact) => fact?.[1])).size === 1
    return { title, facts, isNumber: section === 'money', isSame }
  })
}
