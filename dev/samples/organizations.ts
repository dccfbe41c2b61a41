import { fieldRows } from '../../directory/fields/fields.js'
import type { Organization } from '../../directory/fields/organization.js'
import { findInitials } from '../../directory/loader/record/initials.js'
import { withMagnitude } from '../../directory/loader/record/magnitude.js'
import { fieldOfWork } from '../../directory/loader/record/ntee.js'
import { stateName } from '../../directory/places/us-states.js'
import { causes } from './causes.js'
import { type City, type Country, countries } from './places.js'
import { countriesOfOtherScripts } from './places-other-scripts.js'
import { createRandom } from './random.js'
import { type Cause, founders, namePatterns } from './words.js'

const everywhere = [...countries, ...countriesOfOtherScripts]
const perCountry = 30
const seed = 20260801

/**
 * The sample organizations of the embedded engine: 600, always the same, over twenty countries and
 * nine scripts, so that a newcomer's first search finds something. None of them exists.
 */
export function sampleOrganizations(): Organization[] {
  const random = createRandom(seed)
  const organizations: Organization[] = []
  for (const country of everywhere) {
    const taken = new Set<string>()
    while (taken.size < perCountry) {
      const organization = makeOrganization(random, country, organizations.length + 1)
      if (taken.has(organization.name)) continue
      taken.add(organization.name)
      const sampled = inTurn(country, organizations.length)
      const initials = findInitials(organization)
      organizations.push(withMagnitude({ ...organization, ...initials, ...sampled }))
    }
  }
  return organizations
}

/** Values of the fields whose rows have samples. */
function inTurn({ code }: Country, number: number): Partial<Organization> {
  if (code !== 'US') return {}
  const sampled = fieldRows.flatMap(([name, { samples }]) =>
    samples ? [[name, samples[number % samples.length]]] : [],
  )
  return Object.fromEntries(sampled)
}

type Random = ReturnType<typeof createRandom>

function makeOrganization(random: Random, country: Country, number: number): Organization {
  const city = random.pick(country.cities)
  const cause = random.pick(causes)
  const [legalForm, pattern] = random.pick(namePatterns[country.language])
  const founded = random.chance(0.7) ? random.integer(1975, 2024) : random.integer(1820, 1974)
  const assets = Math.round(10 ** random.real(3, 7.5))
  const income = Math.round(assets * random.real(0.05, 0.9))
  return {
    id: `org-${String(number).padStart(4, '0')}`,
    name: makeName(random, country, city, cause, pattern),
    description: describe(random, city, cause, founded),
    tax_code: random.fill(country.taxCode),
    legal_status: legalForm,
    founded_year: founded,
    registered_on: random.date(Math.max(founded, 1900)),
    country: country.code,
    region: city[1],
    ...(country.code === 'US' && { region_name: stateName(city[1])! }),
    city: city[0],
    street: makeStreet(random, country),
    zip: random.fill(country.zip),
    location: near(random, city),
    location_accuracy: 'address',
    ...(random.chance(0.8) && { website: `https://www.org-${number}.example.org` }),
    ...fieldOfWork(cause.code),
    activity_code: cause.code,
    ...(country.code === 'US' && { subsection: random.chance(0.85) ? '3' : '4' }),
    active: random.chance(0.9),
    ...(random.chance(0.75) && { employees: Math.round(10 ** random.real(0, 3)) }),
    ...(random.chance(0.9) && {
      assets,
      income,
      revenue: income - random.integer(0, Math.ceil(income / 10)),
    }),
  }
}

function makeName(
  random: Random,
  { language }: Country,
  city: City,
  cause: Cause,
  pattern: string,
): string {
  const name = pattern
    .replace('{city}', city[0])
    .replace('{cause}', cause.words[language])
    .replace('{founder}', random.pick(founders[language]))
  // many organizations are known abroad by an English name
  return language !== 'en' && random.chance(0.4)
    ? `${name} (${cause.words.en} ${city[4] ?? city[0]})`
    : name
}

function describe(random: Random, city: City, cause: Cause, founded: number): string {
  const place = city[4] === undefined ? city[0] : `${city[4]} (${city[0]})`
  const [first, second] = random.shuffled(cause.work)
  const beginning = random.pick([
    `Since ${founded} this organization ${first} in ${place}.`,
    `Founded in ${founded} by neighbours in ${place}, it ${first}.`,
    `It ${first} in and around ${place}.`,
  ])
  return random.chance(0.6) ? `${beginning} It also ${second}.` : beginning
}

function makeStreet(random: Random, { streets, numberFirst }: Country): string {
  const [street, number] = [random.pick(streets), random.integer(1, 250)]
  return numberFirst ? `${number} ${street}` : `${street} ${number}`
}

/** A place within about ten kilometres of the centre, to five decimals (a metre). */
function near(random: Random, [, , lat, lon]: City): { lat: number; lon: number } {
  const around = (degrees: number) => Number((degrees + random.real(-0.09, 0.09)).toFixed(5))
  return { lat: around(lat), lon: around(lon) }
}
