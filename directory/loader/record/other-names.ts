import type { Organization } from '../../fields/organization.js'

/** An organization's other names, at most: each makes its documents longer. */
const most = 20

/**
 * `alternate_names` of an organization: the first 20 that differ from its name, and from each other,
 * in more than case, accents and punctuation, which searches disregard; nothing if there are none.
 */
export function otherNames(
  name: string,
  others: readonly string[],
): Pick<Organization, 'alternate_names'> {
  const byWords = new Map<string, string>()
  for (const other of others) if (!byWords.has(wordsOf(other))) byWords.set(wordsOf(other), other)
  byWords.delete(wordsOf(name))
  byWords.delete('')
  return byWords.size === 0 ? {} : { alternate_names: [...byWords.values()].slice(0, most) }
}

function wordsOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
  return letters.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}
