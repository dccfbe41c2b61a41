import { fieldMappings } from '../../../fields/mapping.js'

/** A name that someone may write, and the fields that may be meant by it. */
export type Misspelt = readonly [written: string, meant: readonly string[]]

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
const letters = 'etaoinsrhl'

/** What fingers do to a name: one of each kind, at a place that differs from name to name. */
const slips: ((name: string, at: number) => string)[] = [
  (name, at) => name.slice(0, at) + name.slice(at + 1), // one left out
  (name, at) => name.slice(0, at) + name[at] + name.slice(at), // one twice
  (name, at) => name.slice(0, at - 1) + name[at] + name[at - 1] + name.slice(at + 1), // two swapped
  // another one
  (name, at) => name.slice(0, at) + letters[at % letters.length] + name.slice(at + 1),
  (name) => `${name}s`,
  (name) => name.split('_').map(capital).join(''),
  (name) => `${name}.raw`,
]

const names = Object.keys(fieldMappings)
const misspelt = names.flatMap((name) =>
  slips.map(
    (slip, i): Misspelt => [
      slip(name, 1 + ((name.length + i) % (name.length - 1))),
      [name, `${name}.keyword`],
    ],
  ),
)

/**
 * What the same thing is called elsewhere: in other registers, in the IRS extract, in forms and in
 * other APIs.
 */
const elsewhere: readonly Misspelt[] = [
  ['state', ['region']],
  ['province', ['region']],
  ['zipcode', ['zip']],
  ['ein', ['tax_code']],
  ['town', ['city', 'city.keyword']],
  ['title', ['name']],
  ['organization_name', ['name']],
  ['nmae.keyword', ['name.keyword']],
  ['ntee', ['activity_code']],
  ['category', ['activity']],
  ['year', ['founded_year']],
  ['founded', ['founded_year']],
  ['ruling', ['registered_on']],
  ['status', ['legal_status', 'legal_status.keyword']],
  ['nation', ['country']],
  ['url', ['website']],
  ['total_assets', ['assets']],
  ['annualRevenue', ['revenue']],
  ['mission', ['description']],
  ['coordinates', ['location']],
]

/** 200 and more, each of them no field. */
export const misspeltFields: readonly Misspelt[] = [...misspelt, ...elsewhere].filter(
  ([written]) => !names.includes(written),
)
