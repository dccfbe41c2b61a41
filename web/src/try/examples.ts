import type { Organization } from '../../../packages/client/src/types.js'

export type Example = string | number

/** Fields that examples are made of. */
const fields = [
  ...['name', 'city', 'region', 'country', 'tax_code', 'activity', 'revenue', 'registered_on'],
  'location',
]

/** Finds organizations to take examples from: those of which most fields are known come first. */
export const exampleBody = {
  query: { bool: { should: fields.map((field) => ({ exists: { field } })) } },
  size: 200,
  _source: fields,
}

type Maker = (one: Organization, all: readonly Organization[]) => Example | undefined

/** How the value of each placeholder is made of an organization that has what it needs. */
const makers: Readonly<Record<string, Maker>> = {
  typo: ({ name }) => words(name).slice(0, 3).map(withoutLetter).join(' '),
  plain: ({ name }) => (/\p{M}/u.test(name.normalize('NFD')) ? plain(name) : undefined),
  lower: ({ name }) => plain(name),
  typed: ({ name }) => {
    const [first, second] = words(name)
    return first && second && `${withoutLetter(first)} ${second.slice(0, 3)}`
  },
  number: ({ tax_code }) => tax_code?.replace(/^(\d{2})(\d{7})$/, '$1-$2'),
  region: ({ region, city }) => city && region,
  city: ({ region, city }) => region && city?.toLowerCase(),
  country: ({ country }) => country,
  word: ({ name }) => words(name).sort((one, other) => other.length - one.length)[0],
  work: ({ activity, country }) => country && words(activity)[0],
  name: (one, all) => sharedWords(one, all).join(' '),
  id: (one, all) => (sharedWords(one, all).length > 0 ? one.id : undefined),
  least: ({ revenue }) => (revenue ? powerBelow(revenue) : undefined),
  most: ({ revenue }) => (revenue ? 100 * powerBelow(revenue) : undefined),
  ...edge('lat', 'lat', 0),
  ...edge('lon', 'lon', 0),
  ...edge('top', 'lat', 0.5),
  ...edge('bottom', 'lat', -0.5),
  ...edge('left', 'lon', -0.5),
  ...edge('right', 'lon', 0.5),
}

/** Where no organization has what it takes. */
const instead: Readonly<Record<string, string>> = { plain: 'lower' }

/** The value of a placeholder, from the first organization that it can be made of. */
export function exampleOf(
  placeholder: string,
  organizations: readonly Organization[],
): Example | undefined {
  for (const organization of organizations) {
    const example = makers[placeholder]?.(organization, organizations)
    if (example !== undefined && example !== '') return example
  }
  const other = instead[placeholder]
  return other && exampleOf(other, organizations)
}

/** Words that say something, in lower case. */
function words(text = ''): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]{4,}/gu) ?? []
}

/** The words of a name that are in another one too. */
function sharedWords({ id, name }: Organization, all: readonly Organization[]): string[] {
  const others = new Set(all.filter((one) => one.id !== id).flatMap((one) => words(one.name)))
  return words(name).filter((word) => others.has(word))
}

/** A word as one may mistype it. */
function withoutLetter(word: string): string {
  return word.length < 5 ? word : word.slice(0, 2) + word.slice(3)
}

/** Without accents and capitals. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

const powerBelow = (value: number) => 10 ** Math.floor(Math.log10(Math.max(1, value)))

function edge(placeholder: string, axis: 'lat' | 'lon', off: number): Record<string, Maker> {
  return {
    [placeholder]: ({ location }) =>
      location && typeof location[axis] === 'number'
        ? Math.round((location[axis] + off) * 100) / 100
        : undefined,
  }
}
