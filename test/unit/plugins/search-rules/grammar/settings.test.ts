import {
  paramSchemas,
  type SearchRulesParams,
} from '../../../../../plugins/search-rules/grammar/settings.js'
import { limitTable } from '../../../../../plugins/search-rules/rule/limits.js'
import {
  type ValidatedSearch,
  validatorOf,
} from '../../../../../plugins/search-rules/validate/request.js'
import { forbiddenAggregations, forbiddenQueries } from '../cases/attacks.js'
import { legitimate } from '../cases/legitimate.js'
import { optionalQueryPlaces } from '../cases/places.js'

const indexPrefixes = ['map-serp', 'organization-entity', 'organization-serp']
const all = { match_all: {} }
const match = { match: { name: 'x' } }

/** Problems of a body under some settings; undefined when it passes. */
function problems(params: Partial<SearchRulesParams>, body: unknown): string[] | undefined {
  const judgement = judged(params, body)
  return 'problems' in judgement ? judgement.problems.body : undefined
}

function judged(params: Partial<SearchRulesParams>, body: unknown): ValidatedSearch {
  return validatorOf({ indexPrefixes, ...params })(JSON.stringify({ index: 'map-serp', body }))
}

describe('switches', () => {
  test.each<[string, Partial<SearchRulesParams>, unknown, string]>([
    [
      'a key',
      { keys: { deny: ['highlight'] } },
      { query: all, highlight: { fields: { name: {} } } },
      'highlight: "highlight" is switched off here',
    ],
    [
      'a clause',
      { queries: { deny: ['wildcard'] } },
      { query: { bool: { must_not: { wildcard: { name: 'a*' } } } } },
      'query.bool.must_not.wildcard: "wildcard" is switched off here',
    ],
    [
      'an aggregation',
      { aggregations: { deny: ['top_hits'] } },
      { query: all, aggs: { x: { top_hits: {} } } },
      'aggs.x.top_hits: "top_hits" is switched off here',
    ],
    [
      'a key not allowed',
      { keys: { allow: ['query', 'size'] } },
      { query: all, sort: [] },
      'sort: "sort" is switched off here',
    ],
    [
      'a clause not allowed',
      { queries: { allow: ['match'] } },
      { query: all },
      'query.match_all: "match_all" is switched off here',
    ],
    [
      'an aggregation not allowed',
      { aggregations: { allow: ['max'] } },
      { query: all, aggs: { x: { min: { field: 'a' } } } },
      'aggs.x.min: "min" is switched off here',
    ],
    [
      'every clause',
      { queries: { allow: [] } },
      { query: all },
      'query.match_all: "match_all" is switched off here',
    ],
    [
      'every aggregation',
      { aggregations: { allow: [] } },
      { query: all, aggs: { x: { max: { field: 'a' } } } },
      'aggs.x.max: "max" is switched off here',
    ],
  ])('%s', (_, params, body, text) => {
    expect(problems({}, body)).toBeUndefined()
    expect(problems(params, body)).toEqual([text])
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

  test.each<[string, Partial<SearchRulesParams>]>([
    ['an unknown key', { keys: { deny: ['queries'] } }],
    ['an unknown clause', { queries: { allow: ['no_such_clause'] } }],
    ['an unknown aggregation', { aggregations: { deny: ['toString'] } }],
    ['a body without a query', { keys: { deny: ['query'] } }],
    ['a body without a query, by allow', { keys: { allow: ['size'] } }],
    ['no key at all', { keys: { allow: [] } }],
  ])('%s stops the start', (_, params) => {
    expect(() => validatorOf({ indexPrefixes, ...params })).toThrow(/^search-rules: /)
  })
})

describe('features', () => {
  const vector = { field: 'vector', query_vector: [1, 0, 0], k: 1, num_candidates: 10 }
  const spanned = { span_term: { name: 'a' } }
  test.each<[NonNullable<SearchRulesParams['features']>[number], object, object]>([
    [
      'regexp',
      { query: { regexp: { name: 'a.*b+' } } },
      { query: { regexp: { name: '((a{100}){100}){100}' } } },
    ],
    [
      'regexp',
      {
        query: {
          regexp: {
            name: {
              value: 'a{2,9}',
              flags: 'ALL',
              max_determinized_states: 1000,
              case_insensitive: true,
              rewrite: 'constant_score',
            },
          },
        },
      },
      { query: { regexp: { name: 'a'.repeat(257) } } },
    ],
    [
      'regexp',
      { query: { query_string: { query: 'name:/a.*/' } } },
      { query: { query_string: { query: 'name:/(a{1000}){1000}/' } } },
    ],
    [
      'span',
      {
        query: {
          span_near: {
            clauses: [spanned, { span_or: { clauses: [spanned] } }, { span_gap: { name: 1 } }],
            slop: 2,
            in_order: true,
          },
        },
      },
      { query: { span_near: { clauses: [all] } } },
    ],
    [
      'span',
      {
        query: {
          span_not: {
            include: spanned,
            exclude: { span_first: { match: spanned, end: 3 } },
            dist: 1,
          },
        },
      },
      { query: { span_multi: { match: { script: {} } } } },
    ],
    [
      'span',
      {
        query: {
          span_containing: {
            big: { span_multi: { match: { prefix: { name: 'a' } } } },
            little: { span_within: { big: spanned, little: spanned } },
          },
        },
      },
      { query: { span_multi: { match: { regexp: { name: 'a' } } } } },
    ],
    [
      'span',
      { query: { span_field_masking: { query: spanned, field: 'name' } } },
      { query: { span_or: { clauses: [] } } },
    ],
    [
      'intervals',
      {
        query: {
          intervals: {
            name: {
              all_of: {
                ordered: true,
                intervals: [
                  { match: { query: 'a b', max_gaps: 0 } },
                  {
                    any_of: {
                      intervals: [
                        { prefix: { prefix: 'c' } },
                        { wildcard: { pattern: 'd*' } },
                        { fuzzy: { term: 'e', fuzziness: 1 } },
                      ],
                    },
                  },
                ],
                filter: { not_containing: { match: { query: 'f' } } },
              },
            },
          },
        },
      },
      {
        query: {
          intervals: { name: { match: { query: 'a', filter: { script: { source: 'true' } } } } },
        },
      },
    ],
    [
      'more_like_this',
      {
        query: {
          more_like_this: {
            fields: ['name'],
            like: ['a text', 'another'],
            unlike: 'a third',
            min_term_freq: 1,
            max_query_terms: 12,
          },
        },
      },
      {
        query: {
          more_like_this: { fields: ['name'], like: [{ _index: 'directory-auth', _id: '1' }] },
        },
      },
    ],
    [
      'terms_set',
      { query: { terms_set: { tags: { terms: ['a', 'b'], minimum_should_match_field: 'n' } } } },
      {
        query: {
          terms_set: { tags: { terms: ['a'], minimum_should_match_script: { source: '1' } } },
        },
      },
    ],
    [
      'rank_feature',
      { query: { rank_feature: { field: 'rank', saturation: { pivot: 8 }, boost: 2 } } },
      { query: { rank_feature: { field: 'rank', script: {} } } },
    ],
    [
      'join',
      {
        query: { has_child: { type: 'a', query: all, score_mode: 'max', inner_hits: { size: 1 } } },
      },
      { query: { has_child: { type: 'a', query: { script: {} } } } },
    ],
    [
      'join',
      { query: { has_parent: { parent_type: 'a', query: all, score: true } } },
      {
        query: { has_parent: { parent_type: 'a', query: all, inner_hits: { script_fields: {} } } },
      },
    ],
    [
      'join',
      { query: { parent_id: { type: 'a', id: '1' } } },
      { query: { parent_id: { type: 'a', id: { index: 'x' } } } },
    ],
    [
      'knn',
      {
        query: all,
        knn: [{ ...vector, filter: { term: { region: 'a' } }, similarity: 0.5, boost: 1 }],
      },
      { query: all, knn: { field: 'vector', query_vector_builder: { text_embedding: {} }, k: 1 } },
    ],
    [
      'knn',
      { query: { knn: { ...vector, filter: [all] } } },
      { query: { knn: { ...vector, query_vector: Array(4097).fill(1) } } },
    ],
    [
      'suggest',
      {
        query: all,
        suggest: {
          text: 'croe',
          a: { term: { field: 'name', size: 5 } },
          b: { prefix: 'cr', completion: { field: 'suggest', fuzzy: { fuzziness: 1 } } },
        },
      },
      {
        query: all,
        suggest: {
          a: { text: 'x', phrase: { field: 'name', collate: { query: { source: '{}' } } } },
        },
      },
    ],
    [
      'rescore',
      {
        query: all,
        rescore: {
          window_size: 50,
          query: { rescore_query: match, query_weight: 0.7, score_mode: 'total' },
        },
      },
      { query: all, rescore: { window_size: 1001, query: { rescore_query: match } } },
    ],
    [
      'rescore',
      { query: all, rescore: [{ query: { rescore_query: match } }] },
      { query: all, rescore: Array(4).fill({ query: { rescore_query: match } }) },
    ],
    [
      'fields',
      { query: all, fields: ['name', { field: 'created', format: 'yyyy' }] },
      { query: all, fields: Array(101).fill('a') },
    ],
    [
      'docvalue_fields',
      { query: all, docvalue_fields: [{ field: 'created', format: 'epoch_millis' }] },
      { query: all, docvalue_fields: [{ script: 'x' }] },
    ],
    ...(['fields', 'docvalue_fields', 'stored_fields'] as const).flatMap(
      (feature): [typeof feature, object, object][] => {
        const list = (length: number) => ({ [feature]: Array(length).fill('a') })
        const topHits = (length: number) => ({
          query: all,
          aggs: { x: { top_hits: list(length) } },
        })
        const innerHits = (length: number) => ({
          query: { nested: { path: 'a', query: all, inner_hits: list(length) } },
        })
        return [topHits, innerHits].map((of) => [feature, of(100), of(101)])
      },
    ),
    [
      'stored_fields',
      { query: all, stored_fields: '_none_' },
      { query: all, stored_fields: { x: 1 } },
    ],
    ['explain', { query: all, explain: true }, { query: all, explain: 'perhaps' }],
    ['version', { query: all, version: true }, { query: all, version: 1 }],
    [
      'seq_no_primary_term',
      { query: all, seq_no_primary_term: true },
      { query: all, seq_no_primary_term: {} },
    ],
    ['terminate_after', { query: all, terminate_after: 1000 }, { query: all, terminate_after: -1 }],
    ['profile', { query: all, profile: true }, { query: all, profile: [] }],
  ])('%s opens what is bounded and no more', (feature, body, over) => {
    expect(problems({}, body)).toBeDefined()
    expect(problems({ features: [feature] }, body)).toBeUndefined()
    expect(problems({ features: [feature] }, over)).toBeDefined()
  })

  test('with all features on, nothing forbidden passes in the places that they add', () => {
    const features = (paramSchemas.features.items as { enum: SearchRulesParams['features'] }).enum!
    const judge = validatorOf({ indexPrefixes, features })
    const off = /which (is|are) off|a regexp/
    for (const [name, planted] of forbiddenQueries.filter(([name]) => !off.test(name))) {
      for (const [place, at] of optionalQueryPlaces) {
        const judgement = judge(JSON.stringify({ index: 'map-serp', body: at(planted) }))
        if (!('problems' in judgement)) throw new Error(`${name} passed in ${place}`)
      }
    }
  })
})

describe('unsafe', () => {
  const script = { source: '1' }
  test.each<[NonNullable<SearchRulesParams['unsafe']>[number], object]>([
    ['script', { query: { script: { script } } }],
    ['script', { query: { function_score: { script_score: { script } } } }],
    ['script', { query: all, script_fields: { x: { script } } }],
    ['script', { query: all, sort: { _script: { type: 'number', script } } }],
    [
      'script',
      {
        query: all,
        aggs: { x: { terms: { script } }, y: { bucket_script: { buckets_path: {}, script: '1' } } },
      },
    ],
    ['lookup', { query: { terms: { a: { index: 'x', id: '1', path: 'y' } } } }],
    ['lookup', { query: { geo_shape: { a: { indexed_shape: { index: 'x', id: '1' } } } } }],
    ['lookup', { query: { percolate: { field: 'a', document: {} } } }],
    ['wrapper', { query: { wrapper: { query: 'e30=' } } }],
    ['pit', { query: all, pit: { id: 'x' } }],
    ['runtime_mappings', { query: all, runtime_mappings: { a: { type: 'keyword' } } }],
    ['retriever', { query: all, retriever: { standard: {} } }],
  ])('%s', (name, body) => {
    expect(problems({}, body)).toBeDefined()
    expect(problems({ mode: 'report' }, body)).toBeDefined()
    expect(problems({ unsafe: [name] }, body)).toBeUndefined()
    const others = (
      paramSchemas.unsafe.items as { enum: SearchRulesParams['unsafe'] }
    ).enum!.filter((other) => other !== name)
    expect(problems({ unsafe: others }, body)).toBeDefined()
  })
  test('even there, integers beyond 2^53 and repeated keys are refused', () => {
    const judge = validatorOf({ indexPrefixes, unsafe: ['script'] })
    for (const inner of ['{"params":{"a":9007199254740993}}', '{"a":1,"a":2}']) {
      expect(judge(`{"index":"map-serp","body":{"query":{"script":${inner}}}}`)).toHaveProperty(
        'problems',
      )
    }
  })
  test('no switch but the list opens them', () => {
    const everything = {
      queries: { allow: ['script', 'wrapper', 'match_all'] },
      keys: { allow: ['query', 'pit'] },
    }
    expect(problems(everything, { query: { script: {} } })).toBeDefined()
    expect(problems(everything, { query: all, pit: { id: 'x' } })).toBeDefined()
  })
})

describe('mode report', () => {
  const params: Partial<SearchRulesParams> = {
    mode: 'report',
    queries: { deny: ['wildcard'] },
    fields: { deny: ['secret'] },
    limits: { size: 100 },
  }
  test.each<[string, unknown, string]>([
    [
      'a limit',
      { query: all, size: 500 },
      'size: must be an integer between 0 and 100; to read on, sort by a unique field such as id ' +
        'and send the _sort of the last hit as search_after',
    ],
    [
      'a switch',
      { query: { wildcard: { name: 'a*' } } },
      'query.wildcard: "wildcard" is switched off here',
    ],
    ['a field', { query: { term: { secret: 1 } } }, 'query.term.secret: the field is not allowed'],
    [
      'a feature',
      { query: { regexp: { name: 'a' } } },
      'query.regexp: "regexp" is not switched on here',
    ],
    [
      'an analyzer',
      { query: { match: { name: { query: 'x', analyzer: 'simple' } } } },
      'query.match.name.analyzer: must be one of english',
    ],
  ])('%s is reported and passes as it came', (_, body, text) => {
    const judgement = judged({ ...params, analyzers: ['english'] }, body)
    expect(judgement).toMatchObject({ reported: [text] })
    const sent = 'search' in judgement && JSON.parse(judgement.search.body)
    expect(sent).toEqual({ track_total_hits: true, timeout: '10000ms', ...(body as object) })
  })
  test.each<[string, unknown]>([
    ['an unknown clause', { query: { foo: {} } }],
    ['a script', { query: { script: {} } }],
    [
      'a script in a switched-off clause',
      { query: { terms_set: { a: { terms: [], minimum_should_match_script: {} } } } },
    ],
    [
      'a script behind twenty limits',
      {
        query: {
          bool: { filter: Array(20).fill({ wildcard: { name: 'a*' } }), must: { script: {} } },
        },
      },
    ],
    ['no query', {}],
    ['a wrong kind', { query: all, size: {} }],
  ])('%s is refused', (_, body) => {
    expect(problems(params, body)).toBeDefined()
  })
  test('the index rule is never only reported', () => {
    expect(
      validatorOf({ indexPrefixes, ...params })('{"index":"x","body":{"query":{"match_all":{}}}}'),
    ).toHaveProperty('problems.index')
  })
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

test('every limit can be lowered, and is named in the schema with its default and unit', () => {
  const schema = paramSchemas.limits as unknown as {
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
  }
})

test('prefixes come from the operator, and stand in the text', () => {
  const judge = validatorOf({ indexPrefixes: ['a.b', 'c'] })
  const index = (value: string) => judge(JSON.stringify({ index: value, body: { query: all } }))
  expect(index('a.b-1')).toHaveProperty('search')
  expect(index('axb')).toMatchObject({ problems: { index: ['index must begin with a.b or c'] } })
  expect(index('map-serp')).toMatchObject({
    problems: { index: ['index must begin with a.b or c'] },
  })
})

test('the legitimate cases pass with every feature on', () => {
  const features = (paramSchemas.features.items as { enum: SearchRulesParams['features'] }).enum!
  const judge = validatorOf({ indexPrefixes, features })
  for (const { body, index = 'map-serp' } of legitimate) {
    expect(judge(JSON.stringify({ index, body }))).toMatchObject({ reported: [] })
  }
  expect(forbiddenAggregations.length).toBeGreaterThan(50)
})
