import { toCodeSamples } from '../../../web/src/try/code-samples.js'
import { listColumns, toCellText } from '../../../web/src/try/format-json.js'
import { findSyntaxError, locateMistakes } from '../../../web/src/try/mistakes.js'
import { parseBody, parseFragment, toFragment } from '../../../web/src/try/query.js'

/** Parts of the workbench that need no browser. */

describe('a body', () => {
  test.each(['[]', '3', '{', ''])('is not %j', (text) => {
    expect(parseBody(text)).toBe(undefined)
  })

  test('is in the fragment of a link', () => {
    const query = { index: 'map-serp*', text: '{ "query": {\n  "a": "ö & # + %" } }' }
    expect(parseFragment(toFragment(query))).toEqual(query)
    expect(parseFragment('#x=1')).toBe(undefined)
  })

  test('is in the code samples as it was typed, quoted for each language', () => {
    const text = '{ "query": { "match": { "name": "women\'s" } } }'
    const samples = toCodeSamples('http://x', { index: 'map-serp*', text })
    expect(samples.curl).toContain(`women'\\''s`)
    expect(samples.Python).toContain(`json.loads(r"""${text}""")`)
    expect(samples.TypeScript).toContain(`body: ${text},`)
  })
})

describe('mistakes', () => {
  const text = '{ "query": { "name.stem": [1, { "mach": 2 }] }, "size": "x" }'
  const places = (mistake: string) =>
    locateMistakes(text, [mistake]).map(({ span }) => span && text.slice(span.from, span.to))
  test.each([
    ['size: must be a number', ['"size": "x"']],
    ['body.size or query: x', ['"size": "x"', expect.stringContaining('"query": {')]],
    ['query.name.stem[1].mach: x', ['"mach": 2']],
    ['query.name.stem[1].other: x', ['{ "mach": 2 }']],
    ['no path at all', [undefined]],
  ])('%s', (mistake, spans) => {
    expect(places(mistake)).toEqual(spans)
  })

  test.each([
    ['{\n  "a": 1,\n}', '}'],
    ['{ "a" 1 }', '1'],
    ['{ "a": 1', ''],
  ])('where %j is not JSON', (wrong, at) => {
    const { message, span } = findSyntaxError(wrong)!
    expect(message).toMatch(/^Invalid JSON: [^"]*/)
    expect(wrong.slice(span!.from).startsWith(at)).toBe(true)
  })
})

test('a table has the fields with a value, as text or JSON', () => {
  const hit = { id: '1', city: null, revenue: 81857, tags: ['a'] }
  const other = { id: '2', name: 'B', location: { lat: 1.5, lon: 2 } }
  expect(listColumns([hit, other])).toEqual(['id', 'revenue', 'tags', 'name', 'location'])
  const values = [...Object.values(hit), other.location, undefined]
  expect(values.map(toCellText)).toEqual(['1', '', '81857', '["a"]', '{"lat":1.5,"lon":2}', ''])
})
