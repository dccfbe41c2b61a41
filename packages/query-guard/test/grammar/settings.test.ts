import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { casesIn } from '../../../../test/support/cases.js'
import { type GuardOptions, optionSchemas } from '../../src/grammar/settings.js'
import { limitTable } from '../../src/rule/limits.js'
import { makeValidator, type ValidatedSearch } from '../../src/validate/request.js'
import { forbiddenQueries } from '../cases/attacks.js'
import { legitimate } from '../cases/legitimate.js'
import { optionalQueryPlaces } from '../cases/places.js'

const indexPrefixes = ['map-serp', 'organization-entity', 'organization-serp']
const all = { match_all: {} }
const match = { match: { name: 'x' } }

/** Problems of a body under some settings; undefined when it passes. */
function problems(params: Partial<GuardOptions>, body: unknown): string[] | undefined {
  const judgement = judged(params, body)
  return 'problems' in judgement ? judgement.problems.body : undefined
}

function judged(params: Partial<GuardOptions>, body: unknown): ValidatedSearch {
  return makeValidator({ indexPrefixes, ...params })(JSON.stringify({ index: 'map-serp', body }))
}

describe('switches', () => {
  const highlighted = { query: all, highlight: { fields: { name: {} } } }
  const maximum = { query: all, aggs: { x: { max: { field: 'a' } } } }
  test.each<[string, Partial<GuardOptions>, object, string]>([
    ['a key', { keys: { deny: ['highlight'] } }, highlighted, 'highlight'],
    [
      'a clause',
      { queries: { deny: ['wildcard'] } },
      { query: { bool: { must_not: { wildcard: { name: 'a*' } } } } },
      'query.bool.must_not.wildcard',
    ],
    ['an aggregation', { aggregations: { deny: ['max'] } }, maximum, 'aggs.x.max'],
    ['every aggregation', { aggregations: { allow: [] } }, maximum, 'aggs.x.max'],
  ])('%s', (_, params, body, path) => {
    expect(problems({}, body)).toBeUndefined()
    const name = path.split('.').at(-1)
    expect(problems(params, body)).toEqual([`${path}: "${name}" is switched off here`])
  })

  test('aggs and aggregations are one key', () => {
    for (const name of ['aggs', 'aggregations']) {
      const [deny, allow] = [{ keys: { deny: [name] } }, { keys: { allow: ['query', name] } }]
      for (const key of ['aggs', 'aggregations']) {
        expect(problems(deny, { query: all, [key]: {} })).toHaveLength(1)
        expect(problems(allow, { query: all, [key]: {} })).toBeUndefined()
      }
    }
  })

  test('what is denied stays denied where it is allowed', () => {
    expect(
      problems({ queries: { allow: ['match_all'], deny: ['match_all'] } }, { query: all }),
    ).toHaveLength(1)
  })

  test.each<[string, Partial<GuardOptions>]>([
    ['an unknown key', { keys: { deny: ['queries'] } }],
    ['an unknown clause', { queries: { allow: ['no_such_clause'] } }],
    ['a body without a query', { keys: { deny: ['query'] } }],
    ['no key at all', { keys: { allow: [] } }],
  ])('%s stops the start', (_, params) => {
    expect(() => makeValidator({ indexPrefixes, ...params })).toThrow(/^search-rules: /)
  })
})

type Feature = NonNullable<GuardOptions['features']>[number]
type Unsafe = NonNullable<GuardOptions['unsafe']>[number]
interface Cases {
  /** A body that the feature opens, and one that it does not. */
  features: [feature: Feature, opened: object, over: object][]
  unsafe: [name: Unsafe, body: object][]
}
const { features: opened, unsafe } = casesIn<Cases>(join(__dirname, '../cases'), 'features.yml')
const everyFeature = (optionSchemas.features.items as { enum: Feature[] }).enum

describe('features', () => {
  const knn = (length: number) => ({
    query: { knn: { field: 'v', query_vector: Array(length).fill(1), k: 1, filter: [all] } },
  })
  const rescore = (count: number) => ({
    rescore: Array(count).fill({ query: { rescore_query: match } }),
  })
  const regexp = (length: number) => ({
    query: {
      regexp: {
        name: {
          value: 'a'.repeat(length),
          flags: 'ALL',
          max_determinized_states: 1000,
          case_insensitive: true,
          rewrite: 'constant_score',
        },
      },
    },
  })
  test.each<[Feature, object, object]>([
    ...opened,
    ['knn', knn(4096), knn(4097)],
    ['rescore', rescore(1), rescore(4)],
    ['regexp', regexp(256), regexp(257)],
    ...(['fields', 'docvalue_fields', 'stored_fields'] as const).flatMap((feature) => {
      const list = (length: number) => ({ [feature]: Array(length).fill('a') })
      const places: ((length: number) => object)[] = [
        list,
        (length) => ({ aggs: { x: { top_hits: list(length) } } }),
        (length) => ({ query: { nested: { path: 'a', query: all, inner_hits: list(length) } } }),
      ]
      return places.map((of): [Feature, object, object] => [feature, of(100), of(101)])
    }),
  ])('%s opens what is bounded and no more', (feature, keys, over) => {
    const body = { query: all, ...keys }
    expect(problems({}, body)).toBeDefined()
    expect(problems({ features: [feature] }, body)).toBeUndefined()
    expect(problems({ features: [feature] }, { query: all, ...over })).toBeDefined()
  })

  test('with all features on, nothing forbidden passes in the places that they add', () => {
    const judge = makeValidator({ indexPrefixes, features: everyFeature })
    const off = /^a regexp/
    for (const [name, planted] of forbiddenQueries.filter(([name]) => !off.test(name))) {
      for (const [place, at] of optionalQueryPlaces) {
        const judgement = judge(JSON.stringify({ index: 'map-serp', body: at(planted) }))
        if (!('problems' in judgement)) throw new Error(`${name} passed in ${place}`)
      }
    }
  })
})

describe('unsafe', () => {
  test.each(unsafe)('%s', (name, keys) => {
    const body = { query: all, ...keys }
    expect(problems({}, body)).toBeDefined()
    expect(problems({ unsafe: [name] }, body)).toBeUndefined()
    const every = (optionSchemas.unsafe.items as { enum: Unsafe[] }).enum
    const others = every.filter((other) => other !== name)
    expect(problems({ unsafe: others }, body)).toBeDefined()
  })
  test('even there, integers beyond 2^53 and repeated keys are refused', () => {
    const judge = makeValidator({ indexPrefixes, unsafe: ['script'] })
    for (const inner of ['{"params":{"a":9007199254740993}}', '{"a":1,"a":2}']) {
      expect(judge(`{"index":"map-serp","body":{"query":{"script":${inner}}}}`)).toHaveProperty(
        'problems',
      )
    }
  })
})

test.each<[rule: string, body: object, index?: string]>([
  ['limits.size', { query: all, size: 500 }],
  ['limits.window', { query: all, size: 100, from: 9950 }],
  ['limits.timeoutMs', { query: all, timeout: '1h' }],
  ['limits.aggs', { query: all, aggs: { a: { avg: { field: 'x' } }, b: { avg: { field: 'x' } } } }],
  ['limits.textLength', { query: { term: { x: 'a'.repeat(5000) } } }],
  ['limits.jsonDepth', { query: { bool: { must: [{ bool: { must: [{ bool: {} }] } }] } } }],
  ['queries', { query: { wildcard: { name: 'a*' } } }],
  ['aggregations', { query: all, aggs: { a: { max: { field: 'x' } } } }],
  ['keys', { query: all, explain: true }],
  ['fields', { query: { term: { secret: 1 } } }],
  ['features', { query: { regexp: { name: 'a' } } }],
  ['analyzers', { query: { match: { name: { query: 'x', analyzer: 'simple' } } } }],
  ['unsafe', { query: { script: {} } }],
  ['indexPrefixes', { query: all }, 'other'],
  ['form', { query: { foo: {} } }],
])('the rule of a refusal: %s', (rule, body, index = 'map-serp') => {
  const judge = makeValidator({
    ...{ indexPrefixes, maxCost: Number.MAX_SAFE_INTEGER, analyzers: ['english'] },
    ...{ queries: { deny: ['wildcard'] }, aggregations: { deny: ['max'] } },
    ...{ keys: { deny: ['explain'] }, fields: { deny: ['secret'] } },
    limits: { size: 100, aggs: 1, terms: 2, jsonDepth: 8 },
  })
  expect(judge(JSON.stringify({ index, body }))).toHaveProperty('broken.0', rule)
})

test('timeoutMs is set where the body has no timeout, and bounds the one that it has', () => {
  const params = { limits: { timeoutMs: 500 } }
  const timeoutOf = (body: object) => {
    const judgement = judged(params, body)
    return 'search' in judgement
      ? JSON.parse(judgement.search.body).timeout
      : judgement.problems.body
  }
  expect(timeoutOf({ query: all })).toBe('500ms')
  expect(timeoutOf({ query: all, timeout: '100ms' })).toBe('100ms')
  expect(timeoutOf({ query: all, timeout: '501ms' })).toEqual([expect.stringMatching(/^timeout: /)])
})

test('every limit can be lowered, and is named in schema and docs with its default and unit', () => {
  const documented = readFileSync(join(__dirname, '../../../../docs/search-rules.md'), 'utf8')
  const schema = optionSchemas.limits as unknown as {
    properties: Record<string, { description: string; default: number; maximum: number }>
  }
  expect(Object.keys(schema.properties)).toEqual(Object.keys(limitTable))
  for (const [name, row] of Object.entries(limitTable)) {
    expect(schema.properties[name]).toMatchObject({
      default: row.default,
      maximum: row.max,
      description: expect.stringContaining(row.unit),
    })
    expect(row.default).toBeLessThanOrEqual(row.max)
    const cells = [`\`${name}\``, row.default, row.max, row.unit, row.about.replace('|', '\\|')]
    expect(documented).toContain(`\n| ${cells.join(' | ')} |\n`)
  }
})

test('prefixes come from the operator, and stand in the text', () => {
  const judge = makeValidator({ indexPrefixes: ['a.b', 'c'] })
  const index = (value: string) => judge(JSON.stringify({ index: value, body: { query: all } }))
  expect(index('a.b-1')).toHaveProperty('search')
  expect(index('axb')).toMatchObject({ problems: { index: ['index must begin with a.b or c'] } })
  expect(index('map-serp')).toMatchObject({
    problems: { index: ['index must begin with a.b or c'] },
  })
})

test('the legitimate cases pass with every feature on', () => {
  const judge = makeValidator({ indexPrefixes, features: everyFeature })
  for (const { body, index = 'map-serp' } of legitimate) {
    expect(judge(JSON.stringify({ index, body }))).toHaveProperty('search')
  }
})
