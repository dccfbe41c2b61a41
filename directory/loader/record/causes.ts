import { describe } from '../../../kit/config/yaml/diagnostics.js'
import type { Organization } from '../../fields/organization.js'
import { findTerms } from '../../finding/asking.js'
import { type Cause, readCauses } from '../../finding/causes.js'
import { isSmall, splitWords } from '../../finding/words.js'

/** Words of those that give to an organization, and bear its name. */
const ofTrusts = new Set(['trust', 'tr', 'fbo', 'fund', 'uw', 'ua', 'bo'])

/** Codes of unknown work. */
const unknownCode = /^Z/

/**
 * The causes of an organization, by its code and its names (config/causes.yml). Without a code a
 * name suffices that ends with a term, but for `of` and what follows: not a hospital's alumni.
 * @throws Error that places the mistakes of the file.
 */
export function findCauses(organization: Organization): Pick<Organization, 'causes'> {
  const { country, activity_code: code = '', name, alternate_names = [] } = organization
  const known = country === 'US' && code !== '' && !unknownCode.test(code) ? code : undefined
  const { causes, terms } = readTerms()
  const inNames = [name, ...alternate_names].map(splitWords).map((all) => ({
    all,
    found: findTerms(all, terms).map(({ from, to }) => ({
      term: all.slice(from, to).join(' '),
      isLast: isSmall(all[to] ?? 'of'),
    })),
  }))
  const isNamed = (wanted: readonly string[]) =>
    inNames.some(({ found }) => found.some(({ term }) => wanted.includes(term)))
  const isTrust = inNames.some(({ all }) => all.some((word) => ofTrusts.has(word)))
  const isItself = (wanted: readonly string[]) =>
    !isTrust &&
    inNames.some(({ found }) => found.some(({ term, isLast }) => isLast && wanted.includes(term)))
  const found = causes.filter(({ codes, names, words }) =>
    known === undefined
      ? isNamed(names) || isItself(words)
      : isNamed(names) || codes.some((start) => known.startsWith(start)),
  )
  return found.length === 0 ? {} : { causes: found.map((cause) => cause.name) }
}

let last: { causes: readonly Cause[]; terms: ReadonlySet<string> } | undefined

function readTerms() {
  if (last) return last // a load has one configuration
  const { content: causes, mistakes } = readCauses()
  if (mistakes.length > 0) throw new Error(mistakes.map(describe).join('\n'))
  last = { causes, terms: new Set(causes.flatMap(({ names, words }) => [...names, ...words])) }
  return last
}
