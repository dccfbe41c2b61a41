import { extract } from './browser.js'

/** What the jobs of directory.test.ts look for: values of the organizations that are loaded. */
export interface Examples {
  /** An organization, as the page writes it. */
  name: string
  number: string
  numberWithDash: string
  /** Words and a place that find it first, and what each card of that search shows. */
  words: string
  place: string
  card: RegExp
  /** The first of the words that is marked on its card. */
  marked: string
  withTypos: string
  /** The beginning of a name. */
  typed: string
  /** What its own page shows. */
  facts: readonly string[]
  activity: string
  /** Where organizations near it are looked for: at its ZIP code, or at its own place. */
  nearby: RegExp
  /** Words that many match in several states, and the one of a state with the highest revenue. */
  field: string
  state: string
  richest: string
  /** Words that match more than a page, also with this filter. */
  many: string
  filter: readonly [facet: string, value: string]
  /** Two states that organizations are in. */
  regions: readonly [string, string]
  /** The beginning of a code of NTEE. */
  code: string
  /** A city that has others around. */
  city: string
  /** Words of an organization that is not in Rhode Island, nor typos of one that is. */
  elsewhere: string
}

const ofExtracts: Examples = {
  name: 'Rhode Island Community Food Bank Association',
  number: '050395601',
  numberWithDash: '05-0395601',
  words: 'food bank',
  place: 'Providence RI',
  card: /, RI .*Food/,
  marked: 'Food',
  withTypos: 'rhode iland comunity food bnk',
  typed: 'rhode isl comm',
  facts: [
    '501(c)(3), charitable organization',
    '200 Niantic Ave, Providence, RI 02907-3150',
    '$28,564,249',
  ],
  activity: 'Food Banks & Pantries',
  nearby: /^\d{5}$/,
  field: 'hospital',
  state: 'Vermont',
  richest: 'University of Vermont Medical Center Inc',
  many: 'food',
  filter: ['State or region', 'Rhode Island'],
  regions: ['Rhode Island', 'Vermont'],
  code: 'B',
  city: 'Burlington, VT',
  elsewhere: 'secours besancon', // Beacon is a typo of Besançon
}

const ofSamples: Examples = {
  name: 'Clean Water Providence Inc.',
  number: '769515310',
  numberWithDash: '76-9515310',
  words: 'clean water',
  place: 'Providence RI',
  card: /, RI .*Water/,
  marked: 'Clean',
  withTypos: 'clen watr providnce',
  typed: 'clean wat prov',
  facts: ['501(c)(3), charitable organization', '13 Elm St, Providence, RI 14223', '$2,306,954'],
  activity: 'Water Resources, Wetlands Conservation & Management',
  nearby: /^41\.\d+,-71\.\d+$/,
  field: 'water',
  state: 'Rhode Island',
  richest: 'Clean Water Providence Inc.',
  many: 'water',
  filter: ['Legal form', 'Association'],
  regions: ['Rhode Island', 'Ontario'],
  code: 'B',
  city: 'Providence, RI',
  elsewhere: 'besancon',
}

const asked = process.env.DIRECTORY_FILES
const isOfSamples = asked === 'samples'

/** The files that are loaded; without any the samples of the embedded engine are searched. */
export const files = isOfSamples ? [] : (asked?.split(',') ?? [extract])
export const examples = isOfSamples ? ofSamples : ofExtracts

const wide = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }

/** Each screen in each color scheme where the data is named; else each screen and scheme once. */
export const screens = [
  { ...wide, colorScheme: 'light' },
  { ...phone, colorScheme: 'dark' },
  ...(asked === undefined
    ? []
    : ([
        { ...wide, colorScheme: 'dark' },
        { ...phone, colorScheme: 'light' },
      ] as const)),
] as const
