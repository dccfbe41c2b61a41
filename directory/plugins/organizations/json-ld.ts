import { toDisplayName, toDisplayZip } from '../../fields/display.js'
import { fieldRows } from '../../fields/fields.js'

/** Fields that schema.org has a word for, and whether they are names, which people write. */
const asTheyAre = fieldRows.flatMap(([name, { schemaOrg, kind }]) =>
  schemaOrg === undefined ? [] : [[name, schemaOrg, kind === 'name'] as const],
)

type FieldValues = Readonly<Record<string, unknown>>

/**
 * An organization in the words of schema.org (docs/fields.md); what it has no word for is left out.
 */
export function renderJsonLd(type: string, organization: FieldValues): object {
  const { org_id, id, founded_year, activity, activity_group, employees } = organization
  return withoutEmpty({
    '@context': 'https://schema.org',
    '@type': type,
    ...Object.fromEntries(
      asTheyAre.map(([field, property, isName]) => {
        const value = organization[field]
        return [property, isName ? toReadable(value) : value]
      }),
    ),
    identifier: org_id ?? id,
    nonprofitStatus: nonprofitStatus(organization),
    foundingDate: founded_year === undefined ? undefined : String(founded_year),
    keywords: [activity, activity_group].filter((one) => one !== undefined),
    numberOfEmployees: { '@type': 'QuantitativeValue', value: employees },
    address: addressOf(organization),
    location: { '@type': 'Place', geo: placeOf(organization) },
    '@reverse': { observationAbout: observationsOf(organization) },
  })
}

/** Names in capitals as people write them. */
function toReadable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toReadable)
  return typeof value === 'string' ? toDisplayName(value) : value
}

/** The amounts with their year: schema.org has no words of its own for them. */
function observationsOf({ country, tax_period, ...known }: FieldValues): object[] {
  return fieldRows.flatMap(([field, { kind, title }]) => {
    if (kind !== 'money' || known[field] === undefined) return []
    const unitText = country === 'US' ? 'USD' : undefined
    const value = { value: known[field], unitText, observationDate: tax_period }
    return [withoutEmpty({ '@type': 'Observation', name: title, ...value })]
  })
}

function addressOf({ street, city, region, zip, country }: FieldValues): object {
  return {
    '@type': 'PostalAddress',
    ...{ streetAddress: toReadable(street), addressLocality: toReadable(city) },
    ...{
      addressRegion: region,
      postalCode: zip && toDisplayZip(String(zip)),
      addressCountry: country,
    },
  }
}

function placeOf({ location }: FieldValues): object {
  const { lat, lon } = (location ?? {}) as FieldValues
  return { '@type': 'GeoCoordinates', latitude: lat, longitude: lon }
}

/** schema.org has a word for each number of section 501(c) of the United States. */
function nonprofitStatus({ country, subsection }: FieldValues): string | undefined {
  const number = Number(subsection)
  const isKnown = country === 'US' && Number.isInteger(number) && number >= 1 && number <= 28
  return isKnown ? `https://schema.org/Nonprofit501c${number}` : undefined
}

/** Without members that say nothing: undefined, empty lists, objects of nothing but a type. */
function withoutEmpty(value: object): object {
  const members = Object.entries(value).map(([name, member]) => [name, filled(member)] as const)
  return Object.fromEntries(members.filter(([, member]) => member !== undefined))
}

function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value : undefined
  if (typeof value !== 'object' || value === null) return value ?? undefined
  const left = withoutEmpty(value)
  return Object.keys(left).some((name) => !name.startsWith('@')) ? left : undefined
}
