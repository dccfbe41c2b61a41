import { describe } from '../../../kit/config/yaml/diagnostics.js'
import type { Organization } from '../../fields/organization.js'
import { findTerms } from '../../finding/asking.js'
import { type Cause, readCauses } from '../../finding/causes.js'
import { splitWords } from '../../finding/words.js'

/** Codes of unknown work. */
const unknownCode = /^Z/

/**
 * The causes of an organization, by its code and its names (config/causes.yml).
 * @throws Error that places the mistakes of the file.
 */
export function findCauses(organization: Organization): Pick<Organization, 'causes'> {
  const { country, activity_code: code = '', name, alternate_names = [] } = organization
  const known = country === 'US' && code !== '' && !unknownCode.test(code) ? code : undefined
  const { causes, terms } = readTerms()
  const names = [name, ...alternate_names].map(splitWords)
  const inNames = new Set(
    names.flatMap((words) =>
      findTerms(words, terms).map(({ from, to }) => words.slice(from, to).join(' ')),
    ),
  )
  const found = causes.filter(({ codes, names, words }) => {
    if (known !== undefined && codes.some((start) => known.startsWith(start))) return true
    const enough = known === undefined ? [...names, ...words] : names
    return enough.some((term) => inNames.has(term))
  })
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
