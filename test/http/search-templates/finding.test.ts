import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCommand } from '../../../directory/loader/command.js'
import { captured } from '../../support/captured.js'
import { serveEngine } from '../../support/embedded-engine.js'
import { type RunningStack, startStack } from '../../support/stack.js'

/** What typed texts find, and in which order (docs/finding.md). */

const at = { country: 'US', region: 'RI', region_name: 'Rhode Island' }
const organizations = [
  { id: 'hospitality', name: 'HOSPITALITY CIRCLE INC', revenue: 9e9, ...at },
  { id: 'great', name: 'GREAT HOSPITAL', revenue: 5e8, city: 'PROVIDENCE', ...at },
  { id: 'small', name: 'A SMALL HOSPITAL', revenue: 5e4, city: 'NEWPORT', ...at },
  { id: 'gone', name: 'OLD HOSPITAL', revenue: 5e8, active: false, ...at },
  { id: 'clinic', name: 'CARE CENTER', activity: 'Hospitals', revenue: 5e8, ...at },
  { id: 'brown', name: 'BROWN UNIVERSITY OF PROVIDENCE', revenue: 1e9, ...at },
  { id: 'chapter', name: 'CHI ALPHA SERVING BROWN UNIVERSITY', ...at },
  { id: 'inc', name: 'The Bay’s Co-op, Inc.', ...at },
  { id: 'bays', name: 'BAYS COOP FRIENDS', revenue: 1e9, ...at },
  { id: 'post-10', name: 'AMERICAN LEGION POST 10', ...at },
  { id: 'post-12', name: 'AMERICAN LEGION POST 12', ...at },
  {
    id: 'elks',
    name: 'BENEVOLENT ORDER OF ELKS',
    alternate_names: ['2337 EAST PROVIDENCE'],
    ...at,
  },
  { id: 'st', name: 'ST JOSEPH HOME', ...at },
  { id: 'saint', name: 'SAINT JOSEPH GUILD', ...at },
  { id: 'pta', name: 'HOPE SCHOOL P T A', ...at },
  { id: 'teachers', name: 'PARENT TEACHER ASSOCIATION OF HILL', ...at },
  { id: 'oneill', name: 'O NEILL FOUNDATION', ...at },
  { id: 'ohana', name: 'ʻOhana Fund', ...at },
  { id: 'girls', name: 'BOYS & GIRLS CLUB', city: 'CASPER', region: 'WY', country: 'US' },
  { id: 'hope', name: 'PARTNERS IN HOPE', ...at },
  { id: 'us-050258937', name: 'NUMBERED', tax_code: '050258937', ...at },
  { id: 'bankers', name: 'NEWPORT BANKERS', ...at },
  { id: 'quahogs', name: 'QUAHOG KEEPERS', city: 'NORTH KINGSTOWN', ...at },
  { id: 'andover', name: 'ANDOVER TRUST', ...at },
  { id: 'retirees', name: 'AMERICAN RED CROSS RETIREES' },
  { id: 'cross', name: 'AMERICAN NATIONAL RED CROSS', revenue: 1e9 },
  { id: 'design', name: 'ELM ISLAND GUILD OF DESIGN' },
  { id: '4-h', name: 'ELM 4-H CLUB' },
  { id: 'dare', name: 'DARE TO CARE PANTRY' },
  { id: 'tree', name: 'Ёлка' },
  { id: 'second', name: 'SECOND GUARDS' },
  { id: 'humane', name: 'ELM FRIENDS', activity_code: 'D20Z', country: 'US' },
  { id: 'near', name: 'FOOD BANK', zip: '02840', city: 'NEWPORT', ...at },
  { id: 'far', name: 'FOOD BANK', zip: '82601', city: 'CASPER', region: 'WY', country: 'US' },
]

let stack: RunningStack
let engine: Awaited<ReturnType<typeof serveEngine>>
let key: string

beforeAll(async () => {
  engine = await serveEngine()
  const file = join(mkdtempSync(join(tmpdir(), 'finding-')), 'some.ndjson')
  writeFileSync(file, '')
  for (const one of organizations) appendFileSync(file, `${JSON.stringify(one)}\n`)
  await captured(() => loadCommand([file, '--to', engine.url]))
  stack = await startStack({ engine: engine.url })
  key = await stack.mintKey()
})
afterAll(async () => {
  await stack?.stop()
  await engine?.close()
})

async function ask(query: Record<string, string>, path = '') {
  const { body } = await stack.request
    .get(`/api/v1/organizations${path}`)
    .query(query)
    .set('x-api-key', key)
  const { results, suggestions } = body.data
  const ids = (results ?? suggestions).map(({ id }: { id: string }) => id)
  return { ids, data: body.data, ...body.meta } as {
    ids: string[]
    data: Record<string, unknown>
    hints?: string[]
    understood?: object
  }
}

test.each<[q: string, ids: string[]]>([
  // whole words before stems, size among equals, inactive ones last
  ['hospital', ['great', 'small', 'gone', 'clinic', 'hospitality']],
  ['brown university', ['brown', 'chapter']],
  ['the bays coop', ['inc', 'bays']],
  ['american legion post 10', ['post-10']],
  ['st joseph', ['saint', 'st']],
  ['EIN: 05-0258937', ['us-050258937']],
  ['food bank near Newport RI', ['near']],
  ['charities in Casper', ['girls', 'far']],
  ['american red cross', ['cross', 'retirees']],
  ['eigd', ['design']],
  ['4h club', ['4-h']],
  ['dare 2 care', ['dare']],
  ['2nd guards', ['second']],
  ['елка', ['tree']],
  ['animal shelters', ['humane']], // by its code
  ['charities near Casper WY', ['far']], // of any kind
  ['hospitals under $100k', ['small']],
  ['nonprofits with revenue over 6 billion', ['hospitality']],
  ['02840', ['near']],
])('%j finds %j', async (q, ids) => {
  expect((await ask({ q })).ids).toEqual(ids)
})

test.each<[query: Record<string, string>, ids: string[], hints: string[] | undefined]>([
  [
    { q: 'brwon univeristy' },
    ['brown', 'chapter'],
    ['q: nothing has "brwon", "univeristy"; found "brown university" instead'],
  ],
  [
    { q: 'great hospital zzqx' },
    ['great'],
    ['q: nothing has "zzqx"; these have most, or similar ones'],
  ],
  [
    { q: 'where can I find a great hospital?' },
    ['great'],
    ['q: looked for without "where", "can", "i", "find"'],
  ],
  [{ q: 'zzqx' }, [], ['q: nothing has "zzqx"']],
  // three words, of which two are one term
  [
    { q: 'food bank hope', size: '2' },
    ['far', 'near'],
    ['q: nothing has all of these words; these have most, or similar ones'],
  ],
  // digits are right or wrong
  [{ q: 'american legion post 11' }, [], ['q: nothing has "11"', 'q: 2 without "11"']],
  [{ q: 'hospital', region: 'WY' }, [], ['q: 2 without "hospital"', 'region: 5 without it']],
  [
    { q: 'food bank in Hope RI' },
    [],
    ['q: nothing has "Hope"', 'q: 1 without "Hope"', 'q: 24 with "RI" alone'],
  ],
  // words that are somewhere, but not even most of them together
  [
    { q: 'andover circle legion oneill' },
    ['andover'],
    ['q: nothing has all of these words; these have "andover"'],
  ],
  [{ q: 'eiqd' }, [], ['q: nothing has "eiqd"']], // initials have no typos
  [{ cause: 'animal-shelters' }, ['humane'], undefined],
  [{ cause: 'animal shelfers' }, [], ['cause: did you mean Animal shelters?']],
  [{ q: '❤️' }, [], ['q: nothing to look for: it has no letter or digit']],
  [{ q: '!!!' }, [], ['q: nothing to look for: it has no letter or digit']],
  [{ q: '05-0258938' }, [], ['q: nothing has "050258938"']],
  [{ q: '05-0258937', region: 'WY' }, [], expect.arrayContaining(['region: 1 without it'])],
  [
    { q: 'great hospitals under 100k' },
    [],
    [
      'q: 1 without "great"',
      'revenue_max: 1 without it',
      expect.stringMatching(/^revenue_max: \d+ with it alone$/),
    ],
  ],
  [{ q: '&' }, [], ['q: nothing to look for: it has no letter or digit']],
  [{ q: ' ', city: 'Casper' }, ['girls', 'far'], undefined], // as without it
  [{ city: 'N. Kingstown' }, ['quahogs'], undefined],
  [
    { q: '5-0258937' },
    ['us-050258937'],
    [expect.stringMatching(/^q: searched with its leading 0/)],
  ],
])('%j finds %j, with the hints %j', async (query, ids, hints) => {
  const found = await ask(query)
  expect([found.ids, found.hints]).toEqual([ids, hints])
})

test('what was understood is told, and can be switched off', async () => {
  const q = 'food bank within 10 miles of Newport RI'
  const { understood, data } = await ask({ q, sort: 'distance' })
  expect(understood).toEqual({ words: 'food bank', place: 'Newport RI', radius: '10mi' })
  expect(data.place).toMatchObject({ name: 'Newport, RI' })
  const off = await ask({ q: 'partners in Casper', understand: 'false' })
  expect([off.understood, off.ids]).toEqual([{ words: 'partners in Casper' }, []])
})

test('a place or a range that is sent beats that of the text', async () => {
  expect((await ask({ q: 'food bank near Newport RI', near: 'Casper WY' })).ids).toEqual(['far'])
  const sent = await ask({ q: 'great hospitals under 100k', revenue_min: '1000000' })
  expect(sent.ids).toEqual(['great'])
})

test.each<[q: string, first: string]>([
  ['brown uni', 'brown'],
  ['05-0258937', 'us-050258937'],
  ['gerat hosp', 'great'],
])('%j suggests %s first', async (q, first) => {
  expect((await ask({ q }, '/suggest')).ids[0]).toBe(first)
})

test.each<[q: string, ids: string[]]>([
  // each word counts, also of a term of two; small ones do not
  ['newport food bank', ['near']],
  ['boys and', ['girls']],
])('%j suggests %j alone', async (q, ids) => {
  expect((await ask({ q }, '/suggest')).ids).toEqual(ids)
})
