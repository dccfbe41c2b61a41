import { text } from 'node:stream/consumers'
import { accessOf } from '../../../../../kit/elasticsearch/access.js'
import { accessNames } from '../../../../../plugins/kit/engine-access.js'
import { Engine } from '../../../../../plugins/search/engine.js'
import type { RowPage } from '../../../../../plugins/search/export/page.js'
import { SearchQueue } from '../../../../../plugins/search/search-queue.js'
import { AllPages } from '../../../../../plugins/search/sitemap/pages.js'
import { Parts } from '../../../../../plugins/search/sitemap/parts.js'
import { ruleMistakes, searchOfAll } from '../../../../../plugins/search/sitemap/request.js'
import { indexOf, urlsOf } from '../../../../../plugins/search/sitemap/xml.js'
import { startRowEngine } from '../../../../support/row-engine.js'

const url = 'https://directory.example.org'
const rules = { indexPrefixes: ['organization-entity'] }

/** A page as the engine's answers are split. */
function pageOf(documents: object[]): RowPage {
  let end = -1
  const lines = documents.map((one) => Buffer.from(`\n${JSON.stringify(one)}`))
  const rows = lines.map((line) => {
    end += line.length
    return { end, sort: '[]' }
  })
  return { text: Buffer.concat(lines).subarray(1), rows, hasMore: false }
}

const xmlOf = (documents: object[]) => {
  async function* pages() {
    yield pageOf(documents)
  }
  return text(urlsOf(pages(), url))
}

describe('parts', () => {
  let engine: Awaited<ReturnType<typeof startRowEngine>>
  let client: Engine
  beforeAll(async () => {
    engine = await startRowEngine(0)
    const access = accessOf({ nodes: engine.url }, accessNames)
    client = new Engine({ access, maxResponseBytes: 1e6, sockets: 3 })
  })
  afterAll(async () => {
    await client.close()
    await engine.close()
  })

  const reader = (engine = client) => ({
    ...{ engine, timeoutMs: 5000, trace: { traceparent: '' } },
    queue: new SearchQueue({ slots: 2, patienceMs: 5000 }),
  })
  /** Of pages of two rows: twenty in a part. */
  const partsOf = (rows: number) => {
    engine.rows = rows
    return new Parts(new AllPages(searchOfAll(rules, 'organization-entity*'), 2))
  }

  test.each([
    [0, []],
    [1, [1]],
    [20, [20]],
    [21, [20, 1]],
    [59, [20, 20, 19]],
    [60, [20, 20, 20]],
  ])('%d organizations are in parts of %p', async (rows, sizes) => {
    const parts = partsOf(rows)
    const all = await parts.all(reader())
    const listed = await Promise.all(
      all.map(async ({ after }) => {
        const xml = await text(urlsOf(parts.pagesAfter(after, reader()), url))
        return [...xml.matchAll(/organizations\/(\d+)-/g)].map(([, id]) => Number(id))
      }),
    )
    expect(listed.map((part) => part.length)).toEqual(sizes)
    expect(listed.flat()).toEqual(Array.from({ length: rows }, (_, i) => i))
    expect(new Set(all.map(({ digest }) => digest)).size).toBe(sizes.length)
    expect(indexOf(all, `${url}/sitemap.xml`).match(/part=\d/g) ?? []).toHaveLength(sizes.length)
  })

  test('are found in one pass for all who ask, and again after a failure', async () => {
    const parts = partsOf(21)
    const access = accessOf({ nodes: 'http://127.0.0.1:9' }, accessNames)
    const away = new Engine({ access, maxResponseBytes: 1e6, sockets: 3 })
    await expect(parts.all(reader(away))).rejects.toThrow('engine')
    await away.close()
    const [one, other] = await Promise.all([parts.all(reader()), parts.all(reader())])
    expect(other).toBe(one)
    engine.rows = 0
    expect(await parts.all(reader())).toBe(one)
  })
})

test('hostile ids and names are data, and a time that is none is left out', async () => {
  const xml = await xmlOf([
    { id: `"'><script>&amp;`, name: ']]></loc>', updated_at: '2026-11-26T08:00:00.123Z' },
    { id: 7, name: null, updated_at: 'yesterday' },
    { id: '\ud800', name: '\ud800', updated_at: 1_764_144_000_000 },
    { id: 'b', updated_at: null },
    { id: 'a\nb', name: ['x'], updated_at: '2026-11-26' },
  ])
  expect(xml.split('\n').slice(2, -2)).toEqual([
    `<url><loc>${url}/organizations/%22&#39;%3E%3Cscript%3E%26amp%3B-loc</loc><lastmod>2026-11-26T08:00:00Z</lastmod></url>`,
    `<url><loc>${url}/organizations/7</loc></url>`,
    `<url><loc>${url}/organizations/%EF%BF%BD</loc><lastmod>2025-11-26T08:00:00Z</lastmod></url>`,
    `<url><loc>${url}/organizations/b</loc></url>`,
    `<url><loc>${url}/organizations/a%0Ab-x</loc><lastmod>2026-11-26T00:00:00Z</lastmod></url>`,
  ])
})

test('a part of the longest addresses holds at most 50 MB', async () => {
  const longest = { id: 'x'.repeat(64), name: '\u{2000b}'.repeat(300), updated_at: '2026-11-26' }
  const [, , entry] = (await xmlOf([longest])).split('\n')
  expect(50_000 * (entry!.length + 1)).toBeLessThan(50 * 1024 * 1024)
})

test.each([
  ['the id is closed', { ...rules, fields: { deny: ['i*'] } }, /the field id/],
  ['the index is another', { indexPrefixes: ['map-serp'] }, /refuse the search .*index/],
  ['queries are closed', { ...rules, queries: { deny: ['match_all'] } }, /match_all/],
  ['visitors', { ...rules, plans: { anonymous: { fields: { allow: ['name'] } } } }, /field id/],
])('rules without a sitemap stop the start: %s', (_, own, message) => {
  const [mistake, ...others] = ruleMistakes(own, 'organization-entity*', ['rules'])
  expect(mistake).toMatchObject({ path: ['rules'], message: expect.stringMatching(message) })
  expect(others).toEqual([])
})
