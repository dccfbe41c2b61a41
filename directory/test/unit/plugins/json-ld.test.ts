import { renderJsonLd } from '../../../plugins/organizations/json-ld.js'

const observed = { '@type': 'Observation', unitText: 'USD', observationDate: '2024-06' }

test('an organization in the words of schema.org', () => {
  const organization = {
    ...{ id: 'us-050258937', org_id: 'US-EIN-050258937', tax_code: '050258937' },
    ...{
      name: 'FOOD BANK OF RI',
      alternate_names: ['Y'],
      country: 'US',
      region: 'RI',
      city: 'PROVIDENCE',
    },
    ...{
      street: '1 A ST',
      zip: '02903-0000',
      location: { lat: 41.8, lon: -71.4 },
      subsection: '3',
    },
    ...{ founded_year: 1976, activity: 'Food Banks & Pantries', employees: 0, revenue: 5 },
    ...{ assets: 7, tax_period: '2024-06' },
    ...{ website: 'https://x.example.org', legal_status: 'trust' },
  }
  expect(renderJsonLd('NGO', organization)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'NGO',
    name: 'Food Bank of RI',
    alternateName: ['Y'],
    url: 'https://x.example.org',
    identifier: 'US-EIN-050258937',
    taxID: '050258937',
    nonprofitStatus: 'https://schema.org/Nonprofit501c3',
    foundingDate: '1976',
    keywords: ['Food Banks & Pantries'],
    numberOfEmployees: { '@type': 'QuantitativeValue', value: 0 },
    address: {
      ...{ '@type': 'PostalAddress', streetAddress: '1 A St', addressLocality: 'Providence' },
      ...{ addressRegion: 'RI', postalCode: '02903', addressCountry: 'US' },
    },
    location: {
      '@type': 'Place',
      geo: { '@type': 'GeoCoordinates', latitude: 41.8, longitude: -71.4 },
    },
    '@reverse': {
      observationAbout: [
        { ...observed, name: 'Revenue', value: 5 },
        { ...observed, name: 'Assets', value: 7 },
      ],
    },
  })
})

test('what is not known is not there', () => {
  const bare = { '@context': 'https://schema.org', '@type': 'NGO', identifier: '1' }
  expect(renderJsonLd('NGO', { id: '1' })).toEqual(bare)
  for (const subsection of ['0', '29', 'x', ''])
    expect(renderJsonLd('NGO', { id: '1', country: 'US', subsection })).not.toHaveProperty(
      'nonprofitStatus',
    )
  expect(renderJsonLd('NGO', { id: '1', country: 'FR', subsection: '3' })).not.toHaveProperty(
    'nonprofitStatus',
  )
})
