import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import type { Access } from '../../../../kit/elasticsearch/access.js'
import { log } from '../../../../kit/log/log.js'
import { type FieldCatalog, fieldCatalogOf } from '../../../../plugins/kit/field-catalog.js'
import { defineVocabulary } from '../../../../plugins/kit/vocabulary.js'
import { ofElasticsearch } from '../../../support/fault-engine.js'
import { until } from '../../../support/until.js'

const prefixes = ['map-serp', 'organization-serp']
/** Another one for each test: a port may come again, and a register is kept for the process. */
let secret: string
let tests = 0

/** Type of each field, and the ends that its index shows. */
const families: Record<
  string,
  Record<string, [type: string, least?: number | null, greatest?: number | null]>
> = {
  'map-serp': { location: ['geo_point'] },
  'organization-serp': {
    name: ['text'],
    'name.keyword': ['keyword'],
    founded_year: ['integer', 1820, 2024],
    opened: ['date', -3e12, 1.7e12],
    empty: ['long', null, null],
    name_length: ['unsigned_long'],
  },
}

/** What the loader has noted on the indices. */
const source = { name: 'IRS', asOf: '2026-11-10', loadedAt: '2026-11-26T08:00:00.000Z' }
const noted = { fingerprint: 'x', sources: [source] }

/** What the documents of a family hold. */
const documents: Record<string, object[]> = {
  'map-serp': [{ location: null }, { location: [12.5, 41.9] }],
  'organization-serp': [
    { name: 'A name that is too long to be shown as it is' },
    { founded_year: 1952, opened: '2020' },
  ],
}

interface Asked {
  method: string
  path: string
  authorization: string | undefined
  body: string
}
interface Told {
  status: number
  text: string
}
interface TestEngine {
  url: string
  asked: Asked[]
  /** How it answers from now on; undefined: it disconnects. */
  tell(asked: Asked): Told | undefined
  close(): Promise<void>
}

const told = (answer: unknown, status = 200): Told => ({ status, text: JSON.stringify(answer) })

function good({ path, body }: Asked): Told {
  const family = prefixes.find((prefix) => path.startsWith(`/${prefix}*/`))!
  const fields = families[family]!
  const types = Object.entries(fields).map(([name, [type]]) => [
    name,
    { [type]: { type, searchable: true, aggregatable: type !== 'text' } },
  ])
  if (path.includes('/_field_caps?')) return told({ fields: Object.fromEntries(types) })
  if (path.includes('/_mapping?')) return told({ [`${family}-1`]: { mappings: { _meta: noted } } })
  const { size, aggs } = JSON.parse(body)
  const hits = documents[family]!.map((_source) => ({ _source }))
  if (size > 0) return told({ hits: { hits } })
  const ends = Object.entries<{ min?: { field: string }; max?: { field: string } }>(aggs)
  const values = ends.map(([id, { min, max }]) => [
    id,
    { value: min ? fields[min.field]![1] : fields[max!.field]![2] },
  ])
  const total = { value: hits.length, relation: 'eq' }
  return told({ hits: { total }, aggregations: Object.fromEntries(values) })
}

/** Answers that teach nothing; they repeat the credential, as a proxy's error page may. */
const bad: [string, (asked: Asked) => Told | undefined][] = [
  ['a 500', ({ authorization }) => told({ error: authorization }, 500)],
  ['a page', ({ authorization }) => ({ status: 200, text: `${authorization}: not here` })],
  ['more than is read', (asked) => ({ status: 200, text: good(asked).text + ' '.repeat(17e6) })],
  ['no answer', () => undefined],
]

const opened: TestEngine[] = []
async function startEngine(): Promise<TestEngine> {
  const server = createServer((req, res) => {
    let body = ''
    req.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    req.on('end', () => {
      const asked = {
        method: req.method!,
        path: req.url!,
        authorization: req.headers.authorization,
        body,
      }
      engine.asked.push(asked)
      const answer = engine.tell(asked)
      if (answer) res.writeHead(answer.status, ofElasticsearch).end(answer.text)
      else res.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const engine: TestEngine = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    tell: good,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  opened.push(engine)
  return engine
}

const accessTo = (...nodes: string[]): Access => ({ nodes, auth: { apiKey: secret } })
const plain = (register: FieldCatalog, index: string) =>
  Object.fromEntries(register.fields(index) ?? [])

const minutes5 = 300_000
const retriesMs = [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]
/**
 * What registers put off, to be run by hand: each puts off the next learning when one has ended.
 */
const putOff: { ms: number; run(): void }[] = []

beforeEach(() => {
  secret = Buffer.from(`nobody:must read this ${++tests}`).toString('base64')
  const real = setTimeout
  const take = (run: () => void, ms?: number) => {
    // the client of the engine has timers of its own
    if (ms === undefined || !String(run).includes('keepLearning')) return real(run, ms)
    putOff.push({ ms, run })
    return real(() => {})
  }
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(take as typeof setTimeout)
  jest.spyOn(log, 'warn').mockImplementation(() => {})
  jest.spyOn(log, 'info').mockImplementation(() => {})
})

afterEach(async () => {
  const logged = inspect([jest.mocked(log.warn).mock.calls, jest.mocked(log.info).mock.calls], {
    depth: null,
  })
  jest.restoreAllMocks()
  await Promise.all(opened.splice(0).map((engine) => engine.close()))
  putOff.length = 0
  expect(logged).not.toContain(secret)
})

/**
 * Waits until this many registers have ended their learning. @returns how long the next one was put
 * off.
 */
async function learned(registers = 1): Promise<number> {
  await until(() => putOff.length >= registers)
  return putOff[0]!.ms
}

/** Lets the time come for which the next learning was put off. */
async function learnedAgain(): Promise<number> {
  putOff.shift()!.run()
  return learned()
}

const all = { searchable: true, aggregatable: true }
const organizations = {
  name: {
    type: 'text',
    searchable: true,
    aggregatable: false,
    example: 'A name that is too long to be…',
  },
  'name.keyword': { type: 'keyword', ...all },
  founded_year: { type: 'integer', ...all, span: [1820, 2024], example: 1952 },
  opened: { type: 'date', ...all, span: [-3e12, 1.7e12], example: '2020' },
  empty: { type: 'long', ...all },
  name_length: { type: 'unsigned_long', ...all },
}

test('it learns fields, their ends and the number of documents, of each family apart', async () => {
  const engine = await startEngine()
  const register = fieldCatalogOf(accessTo(engine.url), prefixes)
  expect(register.fields('organization-serp')).toBeUndefined()
  expect(await learned()).toBe(minutes5)
  for (const index of ['organization-serp', 'organization-serp*', 'organization-serp-2026'])
    expect(plain(register, index)).toEqual(organizations)
  expect(plain(register, 'map-serp*')).toEqual({
    location: { type: 'geo_point', ...all, example: [12.5, 41.9] },
  })
  expect(register.documents('map-serp')).toBe(2)
  for (const index of ['organization-entity', 'organization', '*', '']) {
    expect(register.fields(index)).toBeUndefined()
    expect(register.documents(index)).toBe(0)
  }
  expect(log.warn).not.toHaveBeenCalled()
})

test('it learns where the data comes from, if the credential may read mappings', async () => {
  const engine = await startEngine()
  const register = fieldCatalogOf(accessTo(engine.url), prefixes)
  expect(await learned()).toBe(minutes5)
  const about = { dataAsOf: '2026-11-10', attribution: 'IRS' }
  expect(register.data!('map-serp*')).toEqual({ sources: [source], about })
  expect(register.data!('organization-entity')).toBeUndefined()
  engine.tell = (asked) =>
    asked.path.includes('/_mapping?') ? { status: 403, text: '{}' } : good(asked)
  expect(await learnedAgain()).toBe(minutes5)
  expect(register.data!('map-serp*')).toEqual({ sources: [], about: undefined })
  expect(log.warn).not.toHaveBeenCalled()
})

test('whoever asks for the same engine gets the same register, and the engine is asked once', async () => {
  const engine = await startEngine()
  const register = fieldCatalogOf(accessTo(engine.url), prefixes)
  expect(fieldCatalogOf(accessTo(engine.url), [...prefixes])).toBe(register)
  await learned()
  expect(fieldCatalogOf(accessTo(engine.url), prefixes)).toBe(register)
  expect(engine.asked.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual([
    'GET /map-serp*/_mapping',
    'GET /map-serp*/_field_caps',
    'POST /map-serp*/_search',
    'POST /map-serp*/_search',
    'GET /organization-serp*/_mapping',
    'GET /organization-serp*/_field_caps',
    'POST /organization-serp*/_search',
    'POST /organization-serp*/_search',
  ])
  expect(new Set(engine.asked.map(({ authorization }) => authorization))).toEqual(
    new Set([`ApiKey ${secret}`]),
  )
  expect(fieldCatalogOf(accessTo(engine.url), ['map-serp'])).not.toBe(register)
  expect(fieldCatalogOf({ nodes: [engine.url] }, prefixes)).not.toBe(register)
  await learned(3)
})

test.each(bad)(
  'after %s nothing is known, and it is asked again soon; what was learned then is kept',
  async (name, tell) => {
    const engine = await startEngine()
    engine.tell = tell
    const register = fieldCatalogOf(accessTo(engine.url), prefixes)
    expect(await learned()).toBe(retriesMs[0])
    for (const prefix of prefixes) expect(register.fields(prefix)).toBeUndefined()
    engine.tell = good
    expect(await learnedAgain()).toBe(minutes5)
    expect(plain(register, 'organization-serp')).toEqual(organizations)
    const logged = () => [log.warn, log.info].map((told) => jest.mocked(told).mock.calls.length)
    expect(logged()).toEqual([1, 1])
    engine.tell = tell
    const before = engine.asked.length
    // the waits are the same ones after whatever failed
    const waits = name === 'a 500' ? retriesMs : retriesMs.slice(0, 1)
    for (const retryMs of waits) expect(await learnedAgain()).toBe(retryMs)
    expect(engine.asked.length).toBeGreaterThan(before + 1)
    expect(plain(register, 'organization-serp')).toEqual(organizations)
    expect(logged()).toEqual([2, 1])
  },
)

test.each(bad)(
  'after %s to its request for examples there are none, and all else is known',
  async (_, tell) => {
    const engine = await startEngine()
    engine.tell = (asked) => (asked.body.includes('size":20') ? tell(asked) : good(asked))
    const register = fieldCatalogOf(accessTo(engine.url), prefixes)
    expect(await learned()).toBe(minutes5)
    expect(plain(register, 'map-serp')).toEqual({ location: { type: 'geo_point', ...all } })
    expect(log.warn).not.toHaveBeenCalled()
  },
)

test('facts that a plugin counts are learned with the fields', async () => {
  defineVocabulary('facts', {
    facts: {
      aggregations: (fields) => ({ named: { value_count: { field: [...fields.keys()][0] } } }),
      read: ({ named }) => named,
    },
  })
  const engine = await startEngine()
  const keyword = { keyword: { type: 'keyword', searchable: true, aggregatable: true } }
  const hits = { total: { value: 3 }, hits: [] }
  engine.tell = () => told({ fields: { region: keyword }, hits, aggregations: { named: 3 } })
  const register = fieldCatalogOf(accessTo(engine.url), prefixes)
  expect(await learned()).toBe(minutes5)
  expect(engine.asked.some(({ body }) => body.includes('"field":"region"'))).toBe(true)
  expect(register.facts!('map-serp*')).toBe(3)
})
