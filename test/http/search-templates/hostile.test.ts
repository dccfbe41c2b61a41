import { Agent, get } from 'node:http'
import fc from 'fast-check'
import { samples } from '../../support/samples.js'
import { type RunningStack, startStack } from '../../support/stack.js'
import { type RecordingEngine, startRecordingEngine } from '../search-rules/recording-engine.js'

/** Whatever callers send, only values change in what the engine is asked. */

const path = '/api/v1/organizations'
/** Texts of all kinds that a typed text is understood as. */
const ordinary = [
  ...['food bank', 'hospital', 'pta', 'american legion post 10', 'brown and university', '!'],
  ...['05-0258937', 'us-ein-050258937', 'oneill', 'st joseph association of mt hope, vermont'],
  ...['veterans of foreign wars in Casper', 'food bank near Providence RI', 'a b', 'museum 02903'],
  ...['hospitals in Wyoming', 'nonprofits in Casper WY', 'charities near 02903', 'x1 y2', '10'],
]
/** Parameters that may be sent several times. */
const lists = ['fields', 'facets', 'ids', 'region', 'activity_group', 'legal_status']
const good: Readonly<Record<string, readonly string[]>> = {
  q: ordinary,
  ...{ region: ['RI', 'rhode island', 'RI,unknown'], city: ['Providence'], activity: ['food'] },
  ...{ ids: ['us-050258937', '05-0258937,x'], activity_code: ['K31'] },
  ...{ activity_group: ['Education', 'unknown,"a,b"'], legal_status: ['corporation', 'unknown'] },
  ...{ founded_from: ['1900'], founded_to: ['2000'] },
  changed_since: ['2026-11-26', '2026-11-26T08:00:00Z', '2026-11-26T08:00:00.5Z'],
  ...{ revenue_min: ['1'], revenue_max: ['1000000'], near: ['41.82,-71.41', '02903'] },
  ...{ box: ['-72,41,-71,42'], zoom: ['3', '22'], view: ['-72,41,-71,42'] },
  ...{ radius: ['10'], sort: ['relevance', 'name'], page: ['1'], size: ['10', '50'] },
  ...{ fields: ['name', 'name,id'], facets: ['region', 'cells'] },
}

/** What it needs. */
const beside = (name: string) => (name === 'radius' ? '&near=0,0' : '')

let engine: RecordingEngine
let stack: RunningStack
let key: string
let calls = 0
const agent = new Agent({ keepAlive: true, maxSockets: 16 })

beforeAll(async () => {
  engine = await startRecordingEngine()
  stack = await startStack({ engine: engine.url })
  key = await stack.mintKey()
})
afterAll(async () => {
  agent.destroy()
  await stack?.stop()
  await engine?.close()
})

interface Answer {
  status: number
  details: Record<string, unknown>
  text: string
}

function ask(target: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(stack.url)
    // every other call is a visitor's
    const headers = ++calls % 2 ? { 'x-api-key': key } : {}
    get({ hostname, port, path: target, headers, agent }, (res) => {
      let text = ''
      res.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      res.on('end', () => {
        const { error } = JSON.parse(text) as { error?: { details: Record<string, unknown> } }
        resolve({ status: res.statusCode ?? 0, details: error?.details ?? {}, text })
      })
    }).on('error', reject)
  })
}

/** Clauses in which a text of a caller is compared with values, and their members that hold it. */
const compared = /^(multi_match|match|terms|term|prefix|geo_distance|geo_bounding_box|range)$/

/**
 * What of a body a caller must not decide: keys, and values where they are no texts to compare;
 * each once. The lists that a caller chooses from are left out.
 */
function partsOf(value: unknown, path = '', found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const one of value) partsOf(one, path, found)
  else if (typeof value !== 'object' || value === null) found.add(`${path} ${typeof value}`)
  else
    for (const [key, one] of Object.entries(value)) {
      if (key === '_source' || key === 'aggs') continue
      const own = /^\d+$/.test(key) ? '#' : key
      found.add(own)
      if (key === 'fields') found.add(JSON.stringify(one))
      else partsOf(one, compared.test(path) ? `${path}.${own}` : own, found)
    }
  return found
}

type Search = RecordingEngine['searches'][number]
const bodyOf = ({ body }: Search) => JSON.parse(body) as Record<string, unknown>
const told = (search: Search): string[] => [search.path.split('?')[0]!, ...partsOf(bodyOf(search))]
/** What callers asked, without that by which the gateway learns the fields. */
const asked = () => engine.searches.filter(({ body }) => body.includes('"timeout"'))

const nasty = [
  ...['"', "'", '\\', '\\"', '{"match_all":{}}', '"}},{"match_all":{}', '[1,2]', '*', '?', '~'],
  ...['^9', 'name:*', '_exists_:name', '(a OR b)', '+a -b', '/.*/', '[* TO *]', 'a AND NOT b'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: no template
  ...['$q', '$if', '{{q}}', '<%= 1 %>', '${PATH}', '1e309', '-1', '0', '1.5', '9'.repeat(20)],
  ...['NaN', 'Infinity', '0x10', '1_000', ' 10', '10 ', '+10', 'true', 'null', 'undefined'],
  ...['__proto__', 'constructor', 'toString', '../..', '..;/', 'now-1d', '2020||/y', '91,181'],
  ...[
    '0,0',
    '00000',
    '1,2,3',
    '\u0000',
    '\u202e',
    '\ufeff',
    '\u0301',
    '𝒻𝑜𝑜',
    '食べ物 銀行',
    '🍎🍎🍎',
  ],
  ...['ﬀ', 'İ', 'x'.repeat(1500), 'a '.repeat(400), '食'.repeat(300), 'name,name'],
  ...['name,secret', '_source', '_id', ',', ',,', '1,'],
]
/** Not valid in a URL; sent as they are. */
const raw = ['%', '%zz', '%ff', '%ed%a0%80', '%00', '%c0%ae', '%u0041', '+', '%2B', '%26q=1', '%3d']

const texts = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.json({ maxDepth: 3 }).map((text) => text.slice(0, 1000)),
  fc.double().map(String),
  fc.bigInt().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.tuple(fc.double(), fc.double()).map(String),
)
const encoded = fc.oneof(
  { weight: 9, arbitrary: texts.map((text) => encodeURIComponent(text)) },
  { weight: 1, arbitrary: fc.constantFrom(...raw) },
)

const count = samples(300)

/** What is sent, the names by which a refusal may call it, and whether it must be refused. */
interface Attempt {
  query: string
  named: string[]
  isRefused: boolean
}

/** One parameter; the same twice; as frameworks write lists and objects; one that there is not. */
function attempts(names: string[]): fc.Arbitrary<Attempt> {
  const name = fc.constantFrom(...names)
  const once = fc.record({ name, value: encoded }).map(({ name, value }) => ({
    ...{ query: `${name}=${value}${beside(name)}`, named: [name], isRefused: false },
  }))
  const twice = fc.record({ name, value: encoded, other: encoded }).map((one) => ({
    query: `${one.name}=${one.value}&${one.name}=${one.other}`,
    named: [one.name],
    isRefused: !lists.includes(one.name),
  }))
  const forms = ['[]', '[0]', '[$ne]', '.keyword', '[query][match_all]', '%5B%5D', '%00']
  const suffixed = fc.record({ name, form: fc.constantFrom(...forms), value: encoded })
  const list = suffixed.map(({ name, form, value }) => ({
    ...{ query: `${name}${form}=${value}`, named: [`${name}${form}`, 'query'], isRefused: true },
  }))
  const unknown = fc.record({ name: texts, value: encoded }).map(({ name, value }) => ({
    query: `x${encodeURIComponent(name)}=${value}`,
    ...{ named: [`x${name}`, 'query'], isRefused: true },
  }))
  return fc.oneof(
    { weight: 8, arbitrary: once },
    ...[twice, list, unknown].map((arbitrary) => ({ weight: 1, arbitrary })),
  )
}

/** The parts of what ordinary values of a call make. */
async function partsWith(target: string, name: string): Promise<string[]> {
  const parts: string[] = []
  for (const value of good[name]!) {
    engine.searches.length = 0
    await ask(`${target}?${name}=${encodeURIComponent(value)}${beside(name)}`)
    parts.push(...asked().flatMap(told))
  }
  return parts
}

test('of hostile values none adds structure, none fails inside, each refusal names it', async () => {
  const names = Object.keys(good)
  const plain = (await searchesOf(path)).flatMap(told)
  const all = new Set(plain)
  for (const name of names) {
    const parts = await partsWith(path, name)
    expect(parts.length).toBeGreaterThan(0)
    for (const part of parts) all.add(part)
  }
  const hostile = fc.sample(attempts(names), { numRuns: count, seed: 41 })
  const wrong: string[] = []
  let [passed, refused] = [0, 0]
  const fresh = hostile.values()
  engine.searches.length = 0
  const one = async () => {
    for (const { query, named, isRefused } of fresh) {
      const { status, details, text } = await ask(`${path}?${query}`)
      const blamed = Object.keys(details)
      if (status === 200 && !isRefused) passed++
      else if (status === 400 && blamed.length > 0 && blamed.every((name) => named.includes(name)))
        refused++
      else wrong.push(`${status} ${query.slice(0, 80)} ${text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: 16 }, one))
  expect(wrong.slice(0, 10)).toEqual([])
  expect(passed + refused).toBe(count)
  expect(Math.min(passed, refused)).toBeGreaterThan(count / 10)
  expect(strangeIn(all)).toEqual([])
  expect(asked().length).toBeGreaterThan(count / 10)
  const fields = new Set(asked().flatMap((search) => bodyOf(search)._source as string[]))
  const facets = new Set(asked().flatMap((search) => Object.keys(bodyOf(search).aggs ?? {})))
  expect([...fields].every((field) => /^[a-z_]+$/.test(field))).toBe(true)
  expect([...facets].every((facet) => /^[a-z_]+$/.test(facet))).toBe(true)
})

/** The parts that were never seen before. */
const strangeIn = (known: ReadonlySet<string>) =>
  [...new Set(asked().flatMap(told))].filter((part) => !known.has(part))

async function searchesOf(target: string): Promise<Search[]> {
  engine.searches.length = 0
  await ask(target)
  return asked()
}

test('as a number of an organization, and as letters of a suggestion', async () => {
  const known = new Set([
    ...(await searchesOf(`${path}/05-0258937`)).flatMap(told),
    ...(await partsWith(`${path}/suggest`, 'q')),
  ])
  engine.searches.length = 0
  const wrong: string[] = []
  for (const value of fc.sample(encoded, { numRuns: samples(50), seed: 41 })) {
    const segment = value.replaceAll('?', '%3F')
    const found = await ask(`${path}/${segment}`)
    const isNamed = ['id', 'path'].some((field) => Object.hasOwn(found.details, field))
    const isElsewhere = segment === '' || /^(fields|search|suggest)$/.test(segment)
    if (found.status !== 404 && !(found.status === 400 && isNamed) && !isElsewhere)
      wrong.push(`${found.status} ${segment}`)
    const letters = await ask(`${path}/suggest?q=${value}`)
    const isTold = ['q', 'query'].some((field) => Object.hasOwn(letters.details, field))
    if (letters.status !== 200 && !(letters.status === 400 && isTold))
      wrong.push(`${letters.status} ${value}`)
  }
  expect(wrong).toEqual([])
  expect(strangeIn(known)).toEqual([])
})

test.each([
  ['a parameter that there is not', 'regoin=RI', 'regoin', /"regoin is no .*did you mean region\?/],
  ['a number', 'ein=050258937', 'ein', /did you mean q\?/],
  ['one twice', 'q=a&q=b', 'q', /once/],
  ['a name that is no text', '%ff=1', 'query', /UTF-8/],
  ['a control character', 'q=a%0ab', 'q', /control characters/],
])('%s is refused by its name, never its value', async (_, query, field, message) => {
  const { status, details, text } = await ask(`${path}?${query}`)
  expect(status).toBe(400)
  expect(Object.keys(details)).toEqual([field])
  expect(text).toMatch(message)
})
