import { closest } from '../../../kit/config/suggest.js'
import type { Normalizer } from '../../../plugins/kit/vocabulary.js'
import { majorGroups } from '../../fields/ntee-table.js'
import { toSlug } from '../../fields/page-path.js'
import { readCauses } from '../../finding/causes.js'
import { parseIdentifier } from '../../finding/identifiers.js'
import { readWordGroups } from '../../finding/word-groups.js'
import { splitWords } from '../../finding/words.js'
import { guessCity } from '../../places/cities.js'
import { countryCode } from '../../places/countries.js'
import { stateCode, stateName, stateNames } from '../../places/us-states.js'
import { findCauseName } from '../kit/causes.js'

/** Normalizers of keywords, by the names that files use. */
export const normalizers: Readonly<Record<string, Normalizer>> = {
  // a region elsewhere remains what it is: facets list those too
  'us-state': {
    normalize: (value) => stateCode(value) ?? value,
    meant: stateMeant,
  },
  'field-of-work': { normalize: (value) => workGroups.get(value.toLowerCase()) ?? value },
  country: { normalize: (value) => countryCode(value) ?? value },
  cause: {
    normalize: (value) => causeOf(value) ?? value,
    meant: (value) => (causeOf(value) === undefined ? closest(value, causeNames()) : undefined),
  },
  // a list: the page of an organization is asked for by several (directory/plugins/site)
  identifier: { normalize: toNumber, meant: numberMeant, placeholder: (value) => [value].flat() },
}

const causeNames = () => readCauses().content.map(({ name }) => name)

/** The cause of a name in any case, or of a term for it: `food-banks`, `soup kitchen`. */
function causeOf(text: string): string | undefined {
  const known = findCauseName(toSlug(text))
  return known ?? readWordGroups().groups.get(splitWords(text).join(' '))?.cause
}

/** The groups of NTEE by their names in small letters; other registers have others. */
const workGroups = new Map(
  Object.values(majorGroups).map(({ title }) => [title.toLowerCase(), title]),
)

/** Of a value that is no state: two in one, as in `RI, VT`, or the closest one. */
function stateMeant(value: string): string | undefined {
  if (stateName(value) !== undefined) return undefined
  const codes = value.split(/, */).map(stateCode)
  return codes.every((one) => one !== undefined) ? codes.join(',') : closest(value, stateNames)
}

/** The number in a text; another text may be an id of another kind, so it stays as it is. */
function toNumber(value: string): string {
  const { number = value } = parseIdentifier(value) ?? {}
  if (/^us-\d{9}$/i.test(value)) return value.toLowerCase()
  return /^\d+$|^[A-Z]{2}-[A-Z]+-/.test(number) ? number : value
}

/** A spreadsheet, or a JSON number, loses the leading zero of an EIN. */
function numberMeant(value: string): string | undefined {
  if (/^\d{8}$/.test(value)) return 'the tax code with its leading 0'
  return /^\d{1,10}$/.test(value) && value.length !== 9
    ? 'an EIN, of nine digits as in 05-0258937'
    : undefined
}

/** Names that words which find nothing are compared with, by the names that files use. */
export const similarNames = {
  'us-city': (words: string) => guessCity(words, closest),
  'field-of-work': workMeant,
}

/** Words of a field of work with those that no field of work has replaced by the closest ones. */
function workMeant(text: string): string | undefined {
  const words = splitWords(text)
  const isKnown = (word: string) => workWords.some((one) => one.startsWith(word.replace(/s$/, '')))
  const meant = words.map((word) => (isKnown(word) ? word : (closest(word, workWords) ?? word)))
  return meant.some((word, i) => word !== words[i]) ? meant.join(' ') : undefined
}

const workWords = [
  ...new Set(
    Object.values(majorGroups).flatMap(({ title, codes }) => splitWords(`${title} ${codes}`)),
  ),
].filter((word) => word.length > 3)
