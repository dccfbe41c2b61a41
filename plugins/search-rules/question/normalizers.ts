import { stateCode } from '../../../kit/places/us-states.js'

/** The form of a value that documents hold, or undefined for one that has none. */
interface Normalizer {
  of(value: string): string | undefined
  /** What a value must be. */
  problem: string
}

/** Normalizers of keywords, by the names that files use. */
export const normalizers: Readonly<Record<string, Normalizer>> = {
  'us-state': {
    of: stateCode,
    problem:
      'must be a state of the United States, as a code or a name, such as RI or Rhode Island',
  },
  // of the tax code of the United States alone: another text may be an id of another kind
  'tax-code': {
    of: (value) => value.replace(/^(\d{2})[-\u2010-\u2015 ](\d{7})$/, '$1$2'),
    problem: 'must be a tax code',
  },
  lowercase: { of: (value) => value.toLowerCase(), problem: 'must be a text' },
  uppercase: { of: (value) => value.toUpperCase(), problem: 'must be a text' },
}
