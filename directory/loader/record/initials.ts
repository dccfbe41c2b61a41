import type { Organization } from '../../fields/organization.js'
import { isSmall, splitWords } from '../../finding/words.js'

/** Words of a name whose initials people use, at least and at most. */
const [fewest, most] = [3, 10]

/**
 * The initials of an organization's names: `risd` of Rhode Island School of Design. Small words
 * count only at the start, as in For Inspiration and Recognition of Science and Technology.
 */
export function findInitials({
  name,
  alternate_names = [],
}: Organization): Pick<Organization, 'initials'> {
  const found = [name, ...alternate_names].map(initialsOf).filter((one) => one !== '')
  return found.length === 0 ? {} : { initials: [...new Set(found)] }
}

function initialsOf(name: string): string {
  const words = splitWords(name.replace(/^the /i, ''))
  const counted = words.filter((word, i) => i === 0 || !isSmall(word))
  const isOfLetters = counted.every((word) => /^\p{L}/u.test(word))
  if (!isOfLetters || counted.length < fewest || counted.length > most) return ''
  return counted.map((word) => [...word][0]).join('')
}
