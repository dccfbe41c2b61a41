import type { Organization } from '../../../packages/client/src/types.js'
import { listFacts, type Section, sectionTitles } from '../text/facts.js'
import { formatAddress, formatTaxCode, getWebsite } from '../text/organization.js'

/** A row of a comparison: what each organization says, undefined where it is not known. */
interface ComparedRow {
  title: string
  texts: (string | undefined)[]
}

/** Some organizations next to each other, in sections; what is known of none is left out. */
export function toComparison(
  organizations: readonly Organization[],
): { title: string; rows: ComparedRow[] }[] {
  return (Object.keys(sectionTitles) as Section[])
    .map((section) => ({ title: sectionTitles[section], rows: toRows(organizations, section) }))
    .filter(({ rows }) => rows.length > 0)
}

function toRows(organizations: readonly Organization[], section: Section): ComparedRow[] {
  const facts = organizations.map(
    (one) => new Map([...listOwnFacts(one, section), ...listFacts(one, section)]),
  )
  const titles = new Set(facts.flatMap((known) => [...known.keys()]))
  return [...titles].map((title) => ({ title, texts: facts.map((known) => known.get(title)) }))
}

/** Facts of several fields, and the website. */
function listOwnFacts(one: Organization, section: Section): [title: string, text: string][] {
  const [title, text] = {
    about: ['Website', getWebsite(one)],
    place: ['Address', formatAddress(one)],
    status: ['Number', formatTaxCode(one)],
    names: [],
    money: [],
  }[section]
  return title !== undefined && text ? [[title, text]] : []
}
