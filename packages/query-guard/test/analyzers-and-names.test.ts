import { grammarSamples } from '../../../test/support/grammar-samples.js'
import type { GuardOptions } from '../src/grammar/settings.js'
import { features } from '../src/rule/rule.js'
import { makeValidator, type ValidatedSearch } from '../src/validate/request.js'

/** Every feature on, and any price: what is left is by the parameter at hand. */
const unbounded: Partial<GuardOptions> = {
  features: [...features],
  maxCost: Number.MAX_SAFE_INTEGER,
}

function judged(params: Partial<GuardOptions>, body: unknown): ValidatedSearch {
  return makeValidator({ indexPrefixes: ['map-serp'], ...params })(
    JSON.stringify({ index: 'map-serp', body }),
  )
}

/** Problems of a body under some settings; undefined when it passes. */
function problems(params: Partial<GuardOptions>, body: unknown): string[] | undefined {
  const judgement = judged(params, body)
  return 'problems' in judgement ? judgement.problems.body : undefined
}

describe('analyzers', () => {
  const naming = grammarSamples().filter(({ body }) =>
    /"(quote_)?analyzer":"/.test(JSON.stringify(body)),
  )
  const analyzers = ['whitespace', 'english']

  test('each clause that takes one is tried', () => {
    const constructs = new Set(naming.map(({ construct }) => construct.replace(/^query /, '')))
    expect([...constructs].sort()).toEqual([
      'intervals',
      'key suggest',
      'match',
      'match_bool_prefix',
      'match_phrase',
      'match_phrase_prefix',
      'more_like_this',
      'multi_match',
      'query_string',
      'simple_query_string',
    ])
  })
  test('none passes unless the operator has listed it', () => {
    for (const { body } of naming) {
      expect(problems(unbounded, body)).toEqual([
        expect.stringMatching(/analyzer: analyzers are not allowed here/),
      ])
      expect(problems({ ...unbounded, analyzers }, body)).toBeUndefined()
      expect(problems({ ...unbounded, analyzers: ['simple'] }, body)).toEqual([
        expect.stringMatching(/analyzer: must be one of simple$/),
      ])
    }
  })
  test.each([1, '', null, ['english'], { tokenizer: 'standard' }])('%j is none', (analyzer) => {
    expect(
      problems({ analyzers }, { query: { match: { name: { query: 'x', analyzer } } } }),
    ).toBeDefined()
  })
  test('a text then costs a word for each character, whatever the words are', () => {
    const text = 'a1'.repeat(200)
    const asked = (query: object) => problems({ analyzers }, { query })
    for (const typed of [{}, { type: 'phrase' }]) {
      expect(asked({ multi_match: { query: text, fields: ['name'], ...typed } })).toBeUndefined()
    }
    const analyzer = 'english'
    expect(asked({ match_phrase: { name: { query: text, analyzer } } })).toEqual([
      expect.stringMatching(/query cost of at least \d+/),
    ])
    expect(
      asked({ multi_match: { query: text, fields: ['name'], type: 'phrase', analyzer } }),
    ).toBeDefined()
    for (const key of ['analyzer', 'quote_analyzer'])
      expect(
        asked({ query_string: { query: `"${text}"`, fields: ['name'], [key]: analyzer } }),
      ).toBeDefined()
  })
})

describe('names of clauses', () => {
  const named = grammarSamples().filter(({ body }) => JSON.stringify(body).includes('"_name"'))
  test('pass and are not sent', () => {
    const sent = named.flatMap(({ body }) => {
      const judgement = judged(unbounded, body)
      return 'search' in judgement ? [judgement.search.body] : []
    })
    expect(sent.length).toBeGreaterThan(50)
    expect(sent.filter((body) => body.includes('_name"'))).toEqual([])
  })
  test('are judged', () => {
    expect(problems({}, { query: { match_all: { _name: [] } } })).toEqual([
      'query.match_all._name: must be a string',
    ])
  })
})
