import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { loadCommand } from '../../directory/loader/command.js'
import type { MarkedMappings } from '../../directory/loader/record/format.js'
import { Engine } from '../../packages/embedded-engine/src/engine.js'
import { captured } from '../support/captured.js'
import { serveEngine } from '../support/embedded-engine.js'
import { built, root } from '../support/stack.js'

/** The loader as an operator calls it, into an engine of its own. */

const extract = 'directory/loader/example/irs-extract.csv'
const folder = mkdtempSync(join(tmpdir(), 'load-'))
const [head, ...rows] = readFileSync(join(root, extract), 'utf8').trimEnd().split('\n')
/** The header and first organizations of the extract. */
const few = join(folder, 'few.csv')
writeFileSync(few, [head, ...rows.slice(0, 3)].join('\n'))
let engine: Engine
let service: Awaited<ReturnType<typeof serveEngine>>

beforeEach(async () => {
  engine = new Engine()
  service = await serveEngine(engine)
})
afterEach(() => service.close())
afterAll(() => rmSync(folder, { recursive: true }))

const to = () => ['--to', service.url]

const load = (...args: string[]) => captured(() => loadCommand([...args, ...to()]))

test('the extract in the repository loads whole', async () => {
  const { code, out, err } = await load(extract)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^1,000 organizations loaded, 0 rows refused, /m)
  for (const family of ['organization-serp', 'organization-entity', 'map-serp']) {
    expect(engine.count(family)).toMatchObject({ count: 1000 })
  }
  expect(engine.count('map-serp', { query: { term: { location_accuracy: 'zip' } } })).toMatchObject(
    { count: 1000 },
  )
  expect(out.trim().split('\n').slice(-7)).toEqual([
    expect.stringMatching(
      /^1,000 of 1,000 \(100 %\) have a place on the map, \d+ of \d+ \([\d.]+ %\) activity codes have a description$/,
    ),
    'refreshing the indices',
    'comparing the counts',
    'data of IRS Exempt Organizations Business Master File Extract, of an unknown date: --as-of ' +
      'records it',
    ...['organization-serp   ', 'organization-entity ', 'map-serp            '].map(
      (family) => `${family} 1,000 organizations, 0 samples among them`,
    ),
  ])
})

test('several files load one after the other; a refused row is told with its file', async () => {
  const [first, second] = rows
  const files = ['one.csv', 'two.ndjson'].map((name) => join(folder, name))
  writeFileSync(files[0]!, `${head}\n${first}\nnot an organization\n${second}\n`)
  writeFileSync(files[1]!, '{"id":"1"}\n{"id":"2","name":"Two"}\n')
  const { code, out, err } = await load(...files)
  expect(err).toBe(
    `${files[0]} line 3 refused: it has 1 fields, the header has 28\n${files[1]} line 1 ` +
      'refused: name is empty\n',
  )
  expect(out).toMatch(/^3 organizations loaded, 2 rows refused, /m)
  expect(code).toBe(0)
})

test('the source of the data is noted on the indices: of each name the last load, of --replace alone', async () => {
  const file = join(folder, 'one.ndjson')
  writeFileSync(file, '{"id":"1","name":"A"}\n')
  const sources = () =>
    ['organization-serp', 'organization-entity', 'map-serp'].map((family) => {
      const [index] = Object.values(engine.mappings(family)) as { mappings: MarkedMappings }[]
      const { fingerprint, sources } = index!.mappings._meta!
      expect(fingerprint).toMatch(/^\w{12}$/)
      return sources
    })
  const loadedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/)
  const irs = {
    ...{ name: 'IRS Exempt Organizations Business Master File Extract', loadedAt },
    license: 'public domain',
  }
  const stated = ['--source', 'Own', '--attribution', 'Data of A', '--license', 'CC BY 4.0']
  const own = { name: 'Own', attribution: 'Data of A', license: 'CC BY 4.0', loadedAt }
  for (const [args, noted] of [
    [[few], [irs]],
    [['--as-of', '2026-10-10', few], [{ ...irs, asOf: '2026-10-10' }]],
    [
      [...stated, file],
      [{ ...irs, asOf: '2026-10-10' }, own],
    ],
    [['--replace', ...stated, file], [own]],
    [['--replace', file], [{ loadedAt }]],
  ] as const) {
    const { code, err } = await load(...args)
    expect([code, err]).toEqual([0, ''])
    expect(sources()).toEqual([noted, noted, noted])
  }
})

test('a dry run judges every row and loads nothing', async () => {
  const { code, out } = await load('--dry-run', extract)
  expect(out).toMatch(/^1,000 organizations could be loaded, 0 rows refused, /m)
  expect(code).toBe(0)
  expect(engine.indices.names).toEqual([])
})

test('an index of an older mapping is told, with the remedy, and loaded', async () => {
  const mappings = { properties: { name: { type: 'text' } } }
  engine.createIndex('map-serp-000001', { mappings, aliases: { 'map-serp': {} } })
  const { code, out, err } = await load(few)
  expect(err).toBe(
    'map-serp-000001 has an older mapping, so some searches find less in it: load everything ' +
      'again with --replace\n',
  )
  expect(out).toMatch(/^3 organizations loaded, /m)
  expect(code).toBe(0)
})

test('each row is loaded, refused or has replaced an earlier one, and the last lines say what is there', async () => {
  const file = join(folder, 'twice.ndjson')
  const lines = [
    '{"id":"1","name":"A","zip":"20006","country":"US"}',
    '{"id":"1","name":"B"}',
    'nope',
    '{"id":"2","name":"C"}',
  ]
  writeFileSync(file, [...lines, '', '{"id":"1","name":"D"}'].join('\n'))
  for (const [args, done] of [
    [['--dry-run'], 'could be loaded'],
    [[], 'loaded'],
    [['--replace'], 'loaded'],
  ] as const) {
    const { code, out, err } = await load(...args, file)
    expect([code, err]).toEqual([
      0,
      'line 3 refused: not valid JSON: column 1: a value is expected\n',
    ])
    const counts = `2 organizations ${done}, 1 row refused, 2 rows replaced an earlier row, 5 rows read, `
    expect(out).toContain(counts)
    expect(out).toContain('\n0 of 2 (0 %) have a place on the map')
    if (args[0] === '--dry-run') continue
    expect(out).toMatch(/^map-serp +2 organizations, 0 samples among them$/m)
    expect(engine.get('map-serp', '1')).toMatchObject({ _source: { name: 'D' } })
  }
})

test('a file that is damaged is an error, and what stands before the damage is loaded', async () => {
  const whole = gzipSync([head, ...rows].join('\n'))
  const file = join(folder, 'cut.csv.gz')
  writeFileSync(file, whole.subarray(0, whole.length - 1000))
  const { code, out, err } = await load('--batch-size', '20', file)
  expect([code, err]).toEqual([
    1,
    expect.stringContaining(`load: ${file}: its gzip data is cut off`),
  ])
  const held = engine.count('map-serp').count as number
  expect(held).toBeGreaterThan(50)
  expect(out).toContain(
    `\nmap-serp             ${held.toLocaleString('en')} organizations, 0 samples among them`,
  )
})

test.each([
  ['of a header alone', 'EIN,NAME\n'],
  ['of refused rows alone', '{"id":"1"}\n'],
])('a file %s is an error, however it is loaded', async (_, content) => {
  const file = join(folder, 'none')
  writeFileSync(file, content)
  for (const args of [['--dry-run'], [], ['--replace']]) {
    const { code, err } = await load(...args, file)
    expect([code, err]).toEqual([1, expect.stringContaining('the files contain no organization')])
  }
})

test('an organization that only one family refuses is in none, and the one that had its id is told', async () => {
  const file = join(folder, 'half.ndjson')
  engine.createIndex('map-serp-000001', {
    mappings: { properties: { own: { type: 'long' } } },
    aliases: { 'map-serp': {} },
  })
  writeFileSync(
    file,
    '{"id":"1","name":"A","own":1}\n{"id":"2","name":"B"}\n{"id":"1","name":"C","own":"x"}\n',
  )
  const { code, out, err } = await load(file)
  expect(code).toBe(0)
  expect(err).toMatch(/^line 3 refused: .*; the organization that had its id is removed too$/m)
  expect(out).toContain(
    '1 organization loaded, 2 rows refused, 0 rows replaced an earlier row, 3 rows read, ',
  )
  for (const family of ['organization-serp', 'organization-entity', 'map-serp']) {
    expect([family, engine.count(family).count]).toEqual([family, 1])
  }
})

test('columns that are not loaded are told, with the file', async () => {
  const file = join(folder, 'more.csv')
  writeFileSync(file, 'EIN,WEBSITE,NAME,,GROUP,Pays\n010000001,a,A,b,c,d\n')
  const { code, err } = await load(file)
  expect([code, err]).toEqual([
    0,
    `${file}: not loaded, as the extract has no such column: WEBSITE, ` +
      'number 4, which has no name, PAYS\n',
  ])
})

test('--encoding reads files that are not UTF-8', async () => {
  const file = join(folder, 'latin1.csv')
  writeFileSync(file, Buffer.from('EIN,NAME\n010000001,FUNDACI\xd3N\n', 'latin1'))
  expect((await load(file)).err).toContain(
    'line 2 refused: its bytes are not UTF-8, probably Windows-1252',
  )
  expect((await load('--encoding', 'windows-1252', file)).code).toBe(0)
  expect(engine.get('map-serp', 'us-010000001')).toMatchObject({ _source: { name: 'FUNDACIÓN' } })
})

test('npm run load works where there is nothing to build with, as in the image', async () => {
  const image = mkdtempSync(join(tmpdir(), 'image-'))
  cpSync(join(root, 'package.json'), join(image, 'package.json'))
  cpSync(join(root, 'dev/build.js'), join(image, 'dev/build.js'))
  symlinkSync(built, join(image, 'dist'))
  const args = ['run', 'load', '--', few, ...to()]
  const { stdout } = await promisify(execFile)('npm', args, { cwd: image })
  rmSync(image, { recursive: true })
  expect(stdout).toMatch(/^3 organizations loaded, 0 rows refused, /m)
})

test.each(['--replicas', '--shards'])('the embedded engine has no %s', async (option) => {
  const { code, err } = await load(option, '2', extract)
  expect([code, err]).toEqual([1, 'load: --replicas and --shards need a real Elasticsearch\n'])
})

test.each([
  [[], 'name the file to load'],
  [['missing.csv'], 'cannot read missing.csv'],
  [['--encoding', 'klingon', extract], '--encoding takes'],
  [['--batch-size', '0', extract], '--batch-size takes a whole number from 1 to 999999'],
  [['--as-of', '2026-02-30', extract], '--as-of takes a day'],
  [['--keep-missing', extract], '--keep-missing needs --replace'],
])('called with %j it says what is wrong and how it is called', async (args, reason) => {
  const { code, err } = await load(...args)
  expect(code).toBe(2)
  expect(err).toContain(reason)
  expect(err).toContain('usage: npm run load -- FILE...')
})
