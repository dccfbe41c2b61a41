import { registered } from '../../../../test/unit/gateway/shipped.js'
import * as sitemap from '../../../plugins/sitemap/index.js'
import {
  makeFinder,
  type Organization,
  renderIndex,
  renderPart,
} from '../../../plugins/sitemap/parts.js'

/** The sitemap as a search engine reads it: test/http/discovery.test.ts. */

const url = 'https://directory.example.org'
const trace = { traceparent: '' }
const noPlaces = async () => []
const never = 60_000

/** Reads organizations of rising ids, two in a part. */
const read =
  (count: number) =>
  async (after: readonly unknown[] = [-1]) => {
    const from = Number(after[0]) + 1
    return Array.from({ length: Math.max(0, Math.min(2, count - from)) }, (_, i) => ({
      ...{ id: String(from + i), _sort: [from + i] },
    }))
  }

test.each([
  [0, []],
  [2, [undefined]],
  [3, [undefined, [1]]],
])('%d organizations are in parts after %p', async (count, places) => {
  const { parts } = await makeFinder(read(count), noPlaces)('v1', never, trace)
  expect(parts.map(({ after }) => after)).toEqual(places)
  expect(renderIndex(parts, url).match(/part=\d/g) ?? []).toHaveLength(places.length)
})

test('a pass survives a failed page, and the parts before stay until the next is whole', async () => {
  const asked: unknown[] = []
  let failing = 1
  let count = 5
  const findParts = makeFinder(async (after = [-1]) => {
    asked.push(after[0])
    if (after[0] === failing) throw new Error('away')
    return read(count)(after)
  }, noPlaces)
  const find = async (version: string) => {
    const { parts, isWhole } = await findParts(version, never, trace)
    return [parts.length, isWhole]
  }
  expect(await find('v1')).toEqual([1, false])
  failing = Number.NaN
  expect(await find('v1')).toEqual([3, true])
  expect(asked).toEqual([-1, 1, 1, 3, 4]) // each page once, but the failed one
  count = 2
  expect(await find('v2')).toEqual([3, true])
  await new Promise(setImmediate)
  expect(await find('v2')).toEqual([1, true])
})

/** The entries of a part. */
function entriesOf(organizations: object[]): string[] {
  const xml = renderPart(organizations as Organization[], url)
  return xml.split('\n').slice(2, -2)
}

test('hostile ids and names are data, and a time that is none is left out', () => {
  const organizations = [
    { id: `"'><script>&amp;`, name: ']]></loc>', updated_at: '2026-11-26T08:00:00.123Z' },
    { id: 7, name: null, updated_at: 'yesterday' },
    { id: '\ud800', name: '\ud800', updated_at: 1_764_144_000_000 },
    { id: 'b', updated_at: null },
    { id: 'a\nb', name: ['x'], updated_at: '2026-11-26' },
    { id: 'a/b', name: 'no page' },
    { id: 'a\\b', name: 'no page' },
  ]
  expect(entriesOf(organizations)).toEqual([
    `<url><loc>${url}/organizations/%22&#39;%3E%3Cscript%3E%26amp%3B-loc</loc><lastmod>2026-11-26T08:00:00Z</lastmod></url>`,
    `<url><loc>${url}/organizations/7</loc></url>`,
    `<url><loc>${url}/organizations/%EF%BF%BD</loc><lastmod>2025-11-26T08:00:00Z</lastmod></url>`,
    `<url><loc>${url}/organizations/b</loc></url>`,
    `<url><loc>${url}/organizations/a%0Ab-x</loc><lastmod>2026-11-26T00:00:00Z</lastmod></url>`,
  ])
})

const prefixes = { indexPrefixes: ['organization-entity'] }

test.each<[string, object, RegExp]>([
  ['the id is closed', { ...prefixes, fields: { deny: ['i*'] } }, /id/],
  ['the index is another', { indexPrefixes: ['map-serp'] }, /refuse the search .*index/],
])('rules without a sitemap stop the start: %s', (_, rules, message) => {
  const params = { search: { nodes: 'http://127.0.0.1:9' }, rules, index: 'organization-entity*' }
  const gateway = { serviceEndpoints: {}, routes: [], pipelines: [] }
  const [mistake, ...others] = registered(sitemap).check(params, gateway)
  const expected = { path: ['rules'], rule: 'sitemap-refused' }
  expect(mistake).toMatchObject({ ...expected, message: expect.stringMatching(message) })
  expect(others).toEqual([])
})
