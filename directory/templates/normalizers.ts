import { closest } from '../../kit/config/suggest.js'
import { cityMeant } from '../../kit/places/cities.js'
import { stateCode, stateName, stateNames } from '../../kit/places/us-states.js'

/** The form of a value that documents hold. */
interface Normalizer {
  of(value: string): string
  /** The value that a caller may have meant, where this one is in no document. */
  meant?(value: string): string | undefined
}

/** Normalizers of keywords, by the names that files use. */
export const normalizers: Readonly<Record<string, Normalizer>> = {
  // a region elsewhere remains what it is: facets list those too
  'us-state': {
    of: (value) => stateCode(value) ?? value,
    meant: (value) => (stateName(value) === undefined ? closest(value, stateNames) : undefined),
  },
  // of the tax code of the United States alone: another text may be an id of another kind
  'tax-code': {
    of: (value) => value.replace(/^(\d{2})[-\u2010-\u2015 ](\d{7})$/, '$1$2'),
    // a spreadsheet, or a JSON number, has lost its zero
    meant: (value) =>
      /^\d[-\u2010-\u2015 ]?\d{7}$/.test(value) ? 'the tax code with its leading 0' : undefined,
  },
  lowercase: { of: (value) => value.toLowerCase() },
  uppercase: { of: (value) => value.toUpperCase() },
}

/** Names that words which find nothing are compared with, by the names that files use. */
export const knownNames: Readonly<Record<string, (words: string) => string | undefined>> = {
  'us-city': (words) => cityMeant(words, closest),
}
