import { type RunningStack, startGateway, startStack, withRules } from '../../support/stack.js'
import { until } from '../../support/until.js'
import { type RecordingEngine, startRecordingEngine } from './recording-engine.js'

/** The operator's switches, unchanged in the YAML. */

const all = { match_all: {} }
let engine: RecordingEngine

beforeAll(async () => {
  engine = await startRecordingEngine()
})
afterAll(() => engine?.close())

async function running(
  lines: string[],
  test: (stack: RunningStack, search: Search) => Promise<void>,
): Promise<void> {
  const stack = await startStack({
    env: { ELASTICSEARCH_URL: engine.url },
    config: withRules(lines),
  })
  try {
    const key = await stack.mintKey()
    await test(stack, async (body) => {
      const request = stack.request.post('/api/v1/organizations/search').set('X-API-Key', key)
      const answer = await request.send({ index: 'map-serp', body })
      return answer.status === 200 ? 200 : answer.body.error.details.body._errors
    })
  } finally {
    await stack.stop()
  }
}

type Search = (body: object) => Promise<200 | string[]>

test('limits, features, denied clauses and fields hold', async () => {
  const lines = [
    'limits: { size: 50 }',
    'features: [regexp]',
    'queries: { deny: [wildcard] }',
    'fields: { deny: [secret] }',
    'analyzers: [english]',
  ]
  await running(lines, async (_, search) => {
    expect(await search({ query: all, size: 50 })).toBe(200)
    expect(await search({ query: all, size: 51 })).toEqual([
      'size: must be an integer between 0 and 50; to read on, sort by a unique field such as id and ' +
        'send the _sort of the last hit as search_after',
    ])
    expect(await search({ query: { regexp: { name: 'a.*' } } })).toBe(200)
    expect(await search({ query: { wildcard: { name: 'a*' } } })).toEqual([
      'query.wildcard: "wildcard" is switched off here',
    ])
    const match = (analyzer: string) => ({
      query: { match: { name: { query: 'x', analyzer, _name: 'a' } } },
    })
    expect(await search(match('english'))).toBe(200)
    expect(JSON.parse(engine.searches.at(-1)!.body).query).toEqual({
      match: { name: { query: 'x', analyzer: 'english' } },
    })
    expect(await search(match('simple'))).toEqual([
      'query.match.name.analyzer: must be one of english',
    ])
    for (const clause of ['query_string', 'simple_query_string', 'multi_match'])
      expect(await search({ query: { [clause]: { query: 'x', fields: [] } } })).toEqual([
        `query.${clause}.fields: at least 1`,
        `query.${clause}.fields: fields is required, since only some fields may be searched`,
      ])
    expect(await search({ query: all, sort: ['secret'] })).toEqual([
      'sort[0]: the field is not allowed',
    ])
    expect(await search({ query: all })).toBe(200)
    expect(JSON.parse(engine.searches.at(-1)!.body)._source).toEqual({
      includes: [],
      excludes: ['secret', 'secret.*'],
    })
  })
}, 60_000)

test('report logs what it would refuse, without a value, and refuses scripts all the same', async () => {
  await running(
    ['mode: report', 'limits: { size: 50 }', 'unsafe: [wrapper]'],
    async (stack, search) => {
      expect(await search({ query: { term: { name: 'xyzzy' } }, size: 60 })).toBe(200)
      expect(JSON.parse(engine.searches.at(-1)!.body)).toMatchObject({ size: 60 })
      expect(await search({ query: { wrapper: { query: 'e30=' } } })).toBe(200)
      expect(await search({ query: { script: {} } })).toEqual([
        'query.script: clause "script" is not allowed',
      ])
      expect(await search({ query: all, size: 70 })).toBe(200)
      await until(() => /"reports":2\b.*would refuse/.test(stack.output()))
      expect(stack.output()).toContain('size: must be an integer between 0 and 50')
      expect(stack.output()).toContain('unsafe constructs are not validated')
      expect(stack.output()).not.toContain('xyzzy')
    },
  )
}, 60_000)

test.each([
  ['a limit beyond the engine’s', 'limits: { size: 10001 }', '"limits.size" must be <= 10000'],
  [
    'a clause that does not exist',
    'queries: { deny: [no_such_clause] }',
    '"queries.deny" must be equal to one of',
  ],
  ['a body without a query', 'keys: { deny: [query] }', 'keys must leave query open'],
])(
  '%s stops the start',
  async (_, line, text) => {
    const start = startGateway({ config: withRules([line]) })
    await expect(start).rejects.toThrow(text)
  },
  60_000,
)
