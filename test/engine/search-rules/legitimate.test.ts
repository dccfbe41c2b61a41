import { isDeepStrictEqual } from 'node:util'
import { mappings } from '../../../packages/query-guard/test/cases/fields.js'
import { legitimate } from '../../../packages/query-guard/test/cases/legitimate.js'
import { EngineClient } from '../differential/engines.js'
import { type Door, openDoor } from '../door.js'
import { askStraight, asStraight } from './straight.js'

const names = [
  'Croce Rossa Italiana',
  'Amici della Terra',
  'Banco Alimentare',
  'Casa dei Bambini',
  'Pane Quotidiano',
]
const places = [
  ['Lazio', 'Roma', 41.9, 12.5],
  ['Toscana', 'Firenze', 43.7, 11.2],
  ['Lombardia', 'Milano', 45.5, 9.2],
] as const

function documentOf(i: number): Record<string, unknown> {
  const [region, city, lat, lon] = places[i % places.length]!
  return {
    id: `it-${i}`,
    name: `${names[i % names.length]}${i < names.length ? '' : ` ${city} ${i}`}`,
    description:
      i % 2 ? 'aid and rescue in every town' : 'environment and water, since the beginning',
    tax_code: `IT${i}`,
    legal_status: ['ODV', 'APS', 'ETS'][i % 3],
    founded_year: 1900 + ((i * 7) % 120),
    region,
    city,
    location: { lat: lat + (i % 10) / 100, lon: lon + (i % 7) / 100 },
    created: `20${String(10 + (i % 15))}-0${1 + (i % 9)}-15`,
    revenue: 10.5 * i,
    big: i,
    ip: `10.0.${i % 4}.${i}`,
    active: i % 3 > 0,
    tags: i % 2 ? ['a', 'b'] : ['b'],
    contacts: [
      { name: i % 2 ? 'Ann Lee' : 'Bob', role: i % 5 ? 'member' : 'chair', age: 20 + (i % 50) },
    ],
    suggest: names[i % names.length],
    span: { gte: i % 5, lte: (i % 5) + 4 },
    vector: [1 + i, 2, 3],
  }
}

/**
 * An index of a family's prefix that no template of `npm run load` touches. Hidden: tests that run
 * next to this one search `organization-serp*`.
 */
const index = 'organization-serprules'

const node = new EngineClient(process.env.TEST_ENGINE_URL!)
let door: Door

beforeAll(async () => {
  const documents = Array.from({ length: 120 }, (_, i) => ({ id: `${i}`, source: documentOf(i) }))
  await node.load(index, { mappings, settings: { hidden: true } }, documents)
  door = await openDoor()
})
afterAll(async () => {
  await door?.close()
  await node.ask('DELETE', `/${index}`)
})

/** A pattern means the fields that the gateway knows, which are not those of a hidden index. */
const hidden = ['_source pattern', '_source includes and excludes']
const rows = legitimate
  .filter(({ name }) => !hidden.includes(name))
  .map((one) => [one.name, one] as const)

test.each(rows)('%s', async (_name, { body, lacks }) => {
  const wanted = await askStraight(node, index, body)
  if (!lacks) expect(wanted).toBeInstanceOf(Object)
  const answer = asStraight(await door.search(index, body))
  const isRandom = !isDeepStrictEqual(await askStraight(node, index, body), wanted)
  if (isRandom) expect(answer).toMatchObject({ total: (wanted as { total: number }).total })
  else expect(answer).toEqual(wanted)
})
