import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCommand } from '../../directory/loader/command.js'
import { captured } from './captured.js'
import { documentedCall, undocumented } from './openapi.js'
import { type Outcome, type RunningStack, root } from './stack.js'
import { until } from './until.js'

const file = join(root, 'directory/loader/example/irs-extract.csv')
const [header = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
const columns = header.split(',')
/**
 * 200 real rows, in cells; those with a comma in a name are left out. No other extract has their
 * numbers: an engine may have loaded the same organizations.
 */
const real = lines
  .filter((line) => !line.includes('"'))
  .slice(0, 200)
  .map((line) => line.replace(/^../, '00').split(','))

type Row = readonly string[]

/** A row with another value in a column. */
const changed = (row: Row, column: string, value: (old: string) => string): Row =>
  row.with(columns.indexOf(column), value(row[columns.indexOf(column)]!))

/* Three consecutive extracts: rows leave, come and change, in another order. */

const first: Row[] = real.slice(0, 150)
const second = real
  .slice(10, 180)
  .map((row, i) => {
    if (i % 7 === 0) return changed(row, 'ASSET_AMT', (amount) => `${Number(amount) + 1}`)
    if (i % 11 === 0) return changed(row, 'NAME', (name) => `${name} II`)
    if (i % 5 === 0) return changed(row, 'ACCT_PD', () => '6') // no field of ours
    return row
  })
  .toReversed()
const third = [...real.slice(5, 10), ...second.toReversed(), ...real.slice(180)].map((row, i) =>
  i % 9 === 0 ? changed(row, 'CITY', () => 'ELSEWHERE') : row,
)
/** An extract without some of its rows. */
const without = (rows: readonly Row[], some: readonly Row[]) =>
  rows.filter((row) => !some.includes(row))
/** Rows of the third that leave later. */
const left = third.slice(20, 30)

const idOf = (row: Row) => `us-${row[0]}`
/** What the loader reads of a row. */
const contentOf = (row: Row) => changed(row, 'ACCT_PD', () => '').join(',')

/** Of an organization that was found. */
interface Found {
  id: string
  active?: boolean
  inactive_since?: string
  first_seen: string
  updated_at: string
}

/** What is promised of the dates of organizations, on any engine. */
export function changesContract(place: () => { engineUrl: string; stack: RunningStack }): void {
  const folder = mkdtempSync(join(tmpdir(), 'changes-'))
  const ended: Promise<Outcome>[] = []
  /** Times of the loads, the earliest first. */
  const times: string[] = []
  let key: string

  beforeAll(async () => {
    key = await place().stack.mintKey()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Replaces all by an extract; returns as soon as searches find it, and notes its time. */
  async function load(rows: readonly Row[], ...options: string[]): Promise<void> {
    const file = join(folder, `${times.length}.csv`)
    writeFileSync(file, [header, ...rows.map((row) => row.join(','))].join('\n'))
    const args = ['--replace', '--as-of', '2026-11-10', ...options, file, '--to', place().engineUrl]
    ended.push(captured(() => loadCommand(args)))
    const before = await loadedAt()
    await until(async () => (await loadedAt()) !== before)
    times.push((await loadedAt())!)
  }

  async function loadedAt(): Promise<string | undefined> {
    const answer = await fetch(`${place().engineUrl}/organization-entity/_mapping`)
    const indices = (await answer.json()) as Record<string, { mappings?: { _meta?: Noted } }>
    const [index] = Object.values(indices)
    return index?.mappings?._meta?.sources?.[0]?.loadedAt
  }

  /** All that has changed since a time, page by page. */
  async function since(time: string): Promise<Found[]> {
    const found: Found[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const query = { changed_since: time, sort: 'updated', size: 100, page }
      const path = '/api/v1/organizations'
      const answer = await place().stack.request.get(path).query(query).set('x-api-key', key)
      const { status, body } = answer
      expect([status, body.error]).toEqual([200, undefined])
      expect(undocumented(documentedCall('GET', path)!, answer)).toEqual([])
      found.push(...body.data.results)
      pages = body.data.pages
    }
    return found
  }

  /** Ids that a search finds. */
  async function searched(index: string, query: object): Promise<string[]> {
    const { body } = await place()
      .stack.request.post('/api/v1/organizations/search')
      .set('x-api-key', key)
      .send({ index, body: { query, size: 500, _source: ['id'] } })
    return body.data.results.map(({ id }: { id: string }) => id).sort()
  }

  test('changed_since finds exactly the rows that differ between consecutive extracts', async () => {
    /** What each organization must have: its content, and the loads of its dates. */
    let known = new Map<string, { content: string; seen: number; updated: number }>()
    for (const [n, rows] of [first, second, third].entries()) {
      await load(rows)
      known = new Map(
        rows.map((row) => {
          const [id, content] = [idOf(row), contentOf(row)]
          const before = known.get(id)
          const updated = before?.content === content ? before.updated : n
          return [id, { content, seen: before?.seen ?? n, updated }]
        }),
      )
      for (const [load, time] of times.entries()) {
        const ids = [...known].flatMap(([id, { updated }]) => (updated >= load ? [id] : [])).sort()
        expect(ids.length).toBeGreaterThan(10)
        const found = await since(time)
        expect([n, load, found.map(({ id }) => id).sort()]).toEqual([n, load, ids])
        for (const { id, first_seen, updated_at } of found) {
          const { seen, updated } = known.get(id)!
          expect([id, first_seen, updated_at]).toEqual([id, times[seen], times[updated]])
        }
        for (const index of ['organization-serp*', 'map-serp'])
          expect(await searched(index, { range: { updated_at: { gte: time } } })).toEqual(ids)
      }
      const next = new Date(Date.parse(times.at(-1)!) + 1).toISOString()
      expect(await since(next)).toEqual([])
    }
  })

  test('--keep-missing keeps rows that left as inactive, and tells when; the others are gone', async () => {
    expect(await searched('organization-entity', { match_all: {} })).toEqual(third.map(idOf).sort())
    await load(without(third, left), '--keep-missing')
    const gone = await since(times.at(-1)!)
    expect(gone.map(({ id }) => id).sort()).toEqual(left.map(idOf).sort())
    for (const { active, inactive_since } of gone)
      expect([active, inactive_since]).toEqual([false, times.at(-1)])
    for (const index of ['organization-serp', 'organization-entity', 'map-serp'])
      expect(await searched(index, inactive)).toEqual(left.map(idOf).sort())

    const [back, away] = [left.slice(0, 4), left.slice(4)]
    await load(without(third, away), '--keep-missing')
    const returned = await since(times.at(-1)!)
    expect(returned.map(({ id }) => id).sort()).toEqual(back.map(idOf).sort())
    expect(returned.every(({ active }) => active === undefined)).toBe(true)
    expect(await searched('map-serp', { exists: { field: 'inactive_since' } })).toEqual(
      away.map(idOf).sort(),
    )
    expect(await searched('organization-entity', { match_all: {} })).toEqual(third.map(idOf).sort())
    // not what they report: on a real node a load waits for searches, while the next one begins
    const told = (await Promise.all(ended)).map(({ code, out }) => [code, keptIn(out)])
    const whole = [0, undefined]
    expect(told).toEqual([
      ...[whole, whole, whole],
      [0, '10 organizations kept that are not in the files; missing for the first time: 10'],
      [0, '6 organizations kept that are not in the files; missing for the first time: 0'],
    ])
  })
}

const inactive = { bool: { filter: [{ term: { active: false } }, { term: { magnitude: 0 } }] } }

interface Noted {
  sources?: { loadedAt: string }[]
}

const keptIn = (out: string) => out.split('\n').find((line) => line.includes(' kept that '))
