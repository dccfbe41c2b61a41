import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCommand } from '../../directory/loader/command.js'
import { families } from '../../directory/loader/record/format.js'
import { captured } from './captured.js'
import type { RunningStack } from './stack.js'

/** Values that JavaScript's numbers would change, and some that they would not. */
const values = {
  large: '9007199254740993',
  negative: '-9007199254740993',
  larger: '1234567890123456789012345678901234567890',
  one: '1.0',
  cents: '1.50',
  zero: '-0',
  thousand: '1e3',
  digits: '0.12345678901234567890123',
  list: '[9007199254740993,[1.0,-0.0],"9007199254740993"]',
  inner: '{"of":{"large":[9007199254740993]}}',
  empty: '[]',
  none: 'null',
}
const written = Object.entries(values).map(([name, value]) => `"${name}":${value}`)

/** First values of fields by which an index must not decide what later ones are. */
const mixed = [
  '"2026-02-28"',
  '"soon"',
  '12',
  '1.5',
  'true',
  '"A12"',
  '"2026/01/01 10:00:00"',
  '["x",7,false]',
  'null',
]

/** What is promised of fields of one's own, on any engine. */
export function ownFieldsContract(place: () => { engineUrl: string; stack: RunningStack }): void {
  const folder = mkdtempSync(join(tmpdir(), 'own-fields-'))
  let key: string

  beforeAll(async () => {
    key = await place().stack.mintKey()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  function load(...lines: string[]) {
    const file = join(folder, 'own.ndjson')
    writeFileSync(file, lines.join('\n'))
    return captured(() => loadCommand([file, '--to', place().engineUrl]))
  }

  async function search(index: string, body: object): Promise<string> {
    const request = place().stack.request.post('/api/v1/organizations/search').set('x-api-key', key)
    const { status, text } = await request.send({ index, body })
    expect([status, text]).toEqual([200, text])
    return text
  }

  const idsOf = (text: string) => JSON.parse(text).data.results.map(({ id }: { id: string }) => id)

  test.each(families)(
    '$alias: a search answers with their digits as they were written',
    async ({ alias }) => {
      const text = `{"id":"own-1","name":"Own fields",${written.join(',')}}`
      expect((await load(text)).err).toBe('')
      expect(await search(alias, { query: { ids: { values: ['own-1'] } } })).toContain(
        text.slice(0, -1),
      )
      const whole = { query: { ids: { values: ['own-1'] } }, _source: ['large', 'inner'] }
      expect(await search(alias, whole)).toContain(
        `"large":${values.large},"inner":${values.inner}`,
      )
    },
  )

  test('one is found by its digits, and as a number', async () => {
    for (const query of [
      { term: { 'large.keyword': '9007199254740993' } },
      { term: { 'one.keyword': '1.0' } },
      { term: { 'inner.of.large.keyword': '9007199254740993' } },
      { match: { large: '9007199254740993' } },
      { range: { 'thousand.number': { gte: 999, lte: 1001 } } },
    ]) {
      expect([query, idsOf(await search('organization-entity', { query }))]).toEqual([
        query,
        ['own-1'],
      ])
    }
  })

  test.each([
    ['"two":1', '"two":{"of":1}'],
    ['"two":{"of":1}', '"two":1'],
  ])('a field with two forms ends the load, whichever comes first: %s, %s', async (...forms) => {
    const rows = forms.map((own, i) => `{"id":"form-${i}","name":"X",${own}}`)
    const { code, err } = await load(...rows)
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /own\.ndjson: line 2: "two" is an? \w+, but an? \w+ in .* line 1: give/,
      ),
    ])
  })

  test.each([
    ['first to last', mixed],
    ['last to first', mixed.toReversed()],
  ])('what the first row holds decides nothing: %s', async (order, list) => {
    const field = `mixed_${list.indexOf('12')}`
    const id = (i: number) => `${field}-${mixed.indexOf(list[i]!)}`
    const { out, err } = await load(
      ...list.map((value, i) => `{"id":"${id(i)}","name":"X","${field}":${value}}`),
    )
    expect([order, err]).toEqual([order, ''])
    expect(out).toMatch(
      /^9 organizations loaded, 0 rows refused, 0 rows replaced an earlier row, 9 rows read, /m,
    )
    for (const [query, found] of [
      [{ term: { [`${field}.keyword`]: '2026-02-28' } }, [0]],
      [{ match: { [field]: 'soon' } }, [1]],
      [{ term: { [`${field}.keyword`]: '12' } }, [2]],
      [{ range: { [`${field}.number`]: { gt: 1, lt: 8 } } }, [3, 7]],
      [{ match: { [field]: 'true' } }, [4]],
      [{ match: { [field]: 'a12' } }, [5]],
      [{ exists: { field } }, [0, 1, 2, 3, 4, 5, 6, 7]],
    ] as const) {
      const body = { query, sort: [{ id: 'asc' }] }
      expect([query, idsOf(await search('organization-serp', body))]).toEqual([
        query,
        found.map((i) => `${field}-${i}`),
      ])
    }
  })
}
