import { randomFrom } from '../../../dev/samples/random.js'
import type { Organization } from '../../../directory/fields/organization.js'
import written from './combined-queries.json' with { type: 'json' }
import { bare, misspelt, type Random, type TypedQuery } from './queries.js'

/** Queries about real organizations as users would type them into one search box. */
export const writtenQueries: readonly TypedQuery[] = written.map((query) => ({
  rule: 'written by hand',
  ...query,
}))

/** Words of an organization, in small letters. */
interface Words {
  /** Those of the name, in any order: long enough to be distinctive. */
  name: string[]
  /** One of the field of work. */
  work: string[]
  city: string[]
  /** The state by its code or its name. */
  state: string[]
}

interface Rule {
  /** The words that are meant. */
  meant(words: Words): string[]
  /** How they are typed, if not as they are. */
  typed?(meant: string[], random: Random): string[]
}

const rules: Readonly<Record<string, Rule>> = {
  'name and city': { meant: ({ name, city }) => [...name, ...city] },
  'name and field of work': { meant: ({ name, work }) => [...name, ...work] },
  'a word of the name, field of work and city': {
    meant: ({ name, work, city }) => [...name.slice(0, 1), ...work, ...city],
  },
  'name, city and state': { meant: ({ name, city, state }) => [...name, ...city, ...state] },
  'name with a typo, and city': {
    meant: ({ name, city }) => [...name.filter((word) => /^[a-z]{5,}$/.test(word)), ...city],
    typed: ([first = '', ...others], random) => [misspelt(first, random), ...others],
  },
  'name, and a city begun': {
    meant: ({ name, city }) => [...name, ...city],
    typed: (meant) => [...meant.slice(0, -1), meant.at(-1)!.slice(0, 4)],
  },
}

const asTheyAre = (words: string[]) => words

/**
 * Queries that combine words of a name with others: about organizations in the United States,
 * three words or more, which at most five organizations hold wherever they stand.
 * @param most queries of each rule
 */
export function combinedQueriesOn(
  organizations: readonly Organization[],
  most: number,
): TypedQuery[] {
  const random = randomFrom(41)
  const count = counterIn(organizations)
  const shuffled = random.shuffled(organizations.filter(({ country }) => country === 'US'))
  return Object.entries(rules).flatMap(([rule, { meant, typed = asTheyAre }]) => {
    const queries: TypedQuery[] = []
    for (const organization of shuffled) {
      if (queries.length === most) break
      const words = meant(someOf(organization, random))
      if (words.length < 3 || new Set(words).size < words.length || count(words) > 5) continue
      queries.push({ rule, typed: typed(words, random).join(' '), id: organization.id })
    }
    return queries
  })
}

/**
 * Counts the organizations that contain all of some words, in the texts that the search template searches.
 */
function counterIn(organizations: readonly Organization[]): (words: readonly string[]) => number {
  const texts = organizations.map(
    ({ name, city, region, region_name, activity, activity_group }) =>
      new Set([name, city, region, region_name, activity, activity_group].flatMap(wordsOf)),
  )
  return (words) => texts.filter((held) => words.every((word) => held.has(word))).length
}

function someOf(organization: Organization, random: Random): Words {
  const { name, city, region, region_name, activity } = organization
  const long = (text: string | undefined) =>
    random.shuffled(wordsOf(text).filter((word) => word.length >= 4))
  return {
    name: long(name).slice(0, 2),
    work: long(activity).slice(0, 1),
    city: wordsOf(city),
    state: wordsOf(random.chance(0.5) ? region : region_name),
  }
}

/** Words in small letters, Latin ones without accents. */
export const wordsOf = (text = '') =>
  bare(text.toLowerCase())
    .replaceAll("'", '')
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
