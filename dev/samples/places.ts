/** A language of the sample, by ISO 639-1. */
export type Language =
  | 'en'
  | 'fr'
  | 'de'
  | 'es'
  | 'pt'
  | 'pl'
  | 'tr'
  | 'el'
  | 'uk'
  | 'ar'
  | 'he'
  | 'hi'
  | 'zh'
  | 'ja'
  | 'ko'

/**
 * A city: name, region, latitude and longitude of its centre in degrees, and its name in English
 * where that differs.
 */
export type City = readonly [
  name: string,
  region: string,
  lat: number,
  lon: number,
  english?: string,
]

/** A country of the sample. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string
  language: Language
  /** Shapes of its tax codes and postal codes: `#` stands for a digit, `@` for a letter. */
  taxCode: string
  zip: string
  streets: readonly string[]
  /** Streets are written number first, as in `12 Elm Street`. */
  numberFirst: boolean
  cities: readonly City[]
}

/**
 * Countries and cities of the sample; regions as people there write them, two letters in the United
 * States.
 */
export const countries: readonly Country[] = [
  {
    code: 'US',
    language: 'en',
    taxCode: '#########',
    zip: '#####',
    streets: ['Main St', 'Elm St', 'Washington Ave', 'Lincoln Blvd', 'Park Pl'],
    numberFirst: true,
    cities: [
      ['Boston', 'MA', 42.3601, -71.0589],
      ['New York', 'NY', 40.7128, -74.006],
      ['Chicago', 'IL', 41.8781, -87.6298],
      ['San Francisco', 'CA', 37.7749, -122.4194],
      ['Los Angeles', 'CA', 34.0522, -118.2437],
      ['Seattle', 'WA', 47.6062, -122.3321],
      ['Austin', 'TX', 30.2672, -97.7431],
      ['Providence', 'RI', 41.824, -71.4128],
    ],
  },
  {
    code: 'GB',
    language: 'en',
    taxCode: '#######',
    zip: '@@# #@@',
    streets: ['High Street', 'Station Road', 'Church Lane', "King's Road"],
    numberFirst: true,
    cities: [
      ['London', 'England', 51.5074, -0.1278],
      ['Manchester', 'England', 53.4808, -2.2426],
      ['Edinburgh', 'Scotland', 55.9533, -3.1883],
      ['Cardiff', 'Wales', 51.4816, -3.1791],
      ['Belfast', 'Northern Ireland', 54.5973, -5.9301],
    ],
  },
  {
    code: 'KE',
    language: 'en',
    taxCode: 'P05#######@',
    zip: '#####',
    streets: ['Moi Avenue', 'Uhuru Highway', 'Kenyatta Street'],
    numberFirst: true,
    cities: [
      ['Nairobi', 'Nairobi', -1.2921, 36.8219],
      ['Mombasa', 'Coast', -4.0435, 39.6682],
      ['Kisumu', 'Nyanza', -0.0917, 34.768],
    ],
  },
  {
    code: 'AU',
    language: 'en',
    taxCode: '## ### ### ###',
    zip: '####',
    streets: ['George Street', 'Collins Street', 'Victoria Parade'],
    numberFirst: true,
    cities: [
      ['Sydney', 'New South Wales', -33.8688, 151.2093],
      ['Melbourne', 'Victoria', -37.8136, 144.9631],
      ['Hobart', 'Tasmania', -42.8821, 147.3272],
    ],
  },
  {
    code: 'FR',
    language: 'fr',
    taxCode: 'W#########',
    zip: '#####',
    streets: ['rue de la République', 'avenue Victor-Hugo', 'place de la Liberté'],
    numberFirst: true,
    cities: [
      ['Paris', 'Île-de-France', 48.8566, 2.3522],
      ['Lyon', 'Auvergne-Rhône-Alpes', 45.764, 4.8357],
      ['Besançon', 'Bourgogne-Franche-Comté', 47.2378, 6.0241],
      ['Marseille', "Provence-Alpes-Côte d'Azur", 43.2965, 5.3698],
    ],
  },
  {
    code: 'CA',
    language: 'fr',
    taxCode: '#########RR####',
    zip: '@#@ #@#',
    streets: ['rue Saint-Denis', 'chemin Sainte-Foy', 'boulevard René-Lévesque'],
    numberFirst: true,
    cities: [
      ['Montréal', 'Québec', 45.5017, -73.5673],
      ['Québec', 'Québec', 46.8139, -71.208],
      ['Moncton', 'Nouveau-Brunswick', 46.0878, -64.7782],
    ],
  },
  {
    code: 'DE',
    language: 'de',
    taxCode: '##/###/#####',
    zip: '#####',
    streets: ['Hauptstraße', 'Goethestraße', 'Am Mühlbach', 'Königsallee'],
    numberFirst: false,
    cities: [
      ['Berlin', 'Berlin', 52.52, 13.405],
      ['München', 'Bayern', 48.1351, 11.582, 'Munich'],
      ['Köln', 'Nordrhein-Westfalen', 50.9375, 6.9603, 'Cologne'],
      ['Lübeck', 'Schleswig-Holstein', 53.8655, 10.6866],
    ],
  },
  {
    code: 'ES',
    language: 'es',
    taxCode: 'G########',
    zip: '#####',
    streets: ['Calle Mayor', 'Avenida de la Constitución', 'Plaza de España'],
    numberFirst: false,
    cities: [
      ['Madrid', 'Comunidad de Madrid', 40.4168, -3.7038],
      ['Málaga', 'Andalucía', 36.7213, -4.4214],
      ['A Coruña', 'Galicia', 43.3623, -8.4115],
    ],
  },
  {
    code: 'MX',
    language: 'es',
    taxCode: '@@@######@@#',
    zip: '#####',
    streets: ['Calle 5 de Mayo', 'Avenida Juárez', 'Paseo de la Reforma'],
    numberFirst: false,
    cities: [
      ['Ciudad de México', 'Ciudad de México', 19.4326, -99.1332, 'Mexico City'],
      ['Mérida', 'Yucatán', 20.9674, -89.5926],
    ],
  },
  {
    code: 'BR',
    language: 'pt',
    taxCode: '##.###.###/0001-##',
    zip: '#####-###',
    streets: ['Rua São João', 'Avenida Paulista', 'Praça da Sé'],
    numberFirst: false,
    cities: [
      ['São Paulo', 'São Paulo', -23.5505, -46.6333],
      ['Belém', 'Pará', -1.4558, -48.4902],
      ['Florianópolis', 'Santa Catarina', -27.5954, -48.548],
    ],
  },
  {
    code: 'PL',
    language: 'pl',
    taxCode: '##########',
    zip: '##-###',
    streets: ['ul. Długa', 'ul. Świętokrzyska', 'al. Niepodległości'],
    numberFirst: false,
    cities: [
      ['Warszawa', 'mazowieckie', 52.2297, 21.0122, 'Warsaw'],
      ['Łódź', 'łódzkie', 51.7592, 19.456],
      ['Gdańsk', 'pomorskie', 54.352, 18.6466],
    ],
  },
  {
    code: 'TR',
    language: 'tr',
    taxCode: '##########',
    zip: '#####',
    streets: ['Atatürk Caddesi', 'İstiklal Caddesi', 'Çiçek Sokağı'],
    numberFirst: false,
    cities: [
      ['İstanbul', 'Marmara', 41.0082, 28.9784, 'Istanbul'],
      ['Diyarbakır', 'Güneydoğu Anadolu', 37.9144, 40.2306],
    ],
  },
]
