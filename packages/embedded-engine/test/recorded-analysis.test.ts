import { Analysis } from '../src/analysis/analysis.js'
import { tokensOf } from '../src/analysis/tokens.js'
import { Engine } from '../src/engine.js'
import recorded from './recorded-analysis.json' with { type: 'json' }
import { same } from './same.js'

const { settings, mappings, documents, analyzed, answers } = recorded

const engine = new Engine()
engine.createIndex('recorded', { settings, mappings })
for (const [i, document] of documents.entries())
  engine.index('recorded', `${i + 1}`, JSON.stringify(document))

interface Hit {
  _score: number
  sort: number[]
  [key: string]: unknown
}

test.each(analyzed.map((one) => [one.analyzer, one.text, one] as const))(
  '%s: %s',
  (_name, _text, one) => {
    const tokens = tokensOf(new Analysis(settings.analysis).analyzer(one.analyzer)!, [one.text])
    expect(tokens.map(({ term, position, start, end }) => [term, position, start, end])).toEqual(
      one.tokens,
    )
  },
)

test.each(answers.map((answer) => [JSON.stringify(answer.body.query), answer] as const))(
  '%s',
  (_, answer) => {
    if (answer.type !== undefined) {
      expect(() => engine.search('recorded', answer.body)).toThrow()
      return
    }
    const { hits } = engine.search('recorded', answer.body) as unknown as {
      hits: { total: unknown; hits: Hit[] }
    }
    expect(hits.total).toEqual({ value: answer.total, relation: 'eq' })
    const ours = hits.hits.map(({ _index, sort, ...hit }) => ({ ...hit, score: sort[0] }))
    if (!same(ours, answer.hits)) expect(ours).toEqual(answer.hits)
  },
)

test('a document that goes takes its terms with it', () => {
  const fleeting = new Engine()
  fleeting.createIndex('a', { settings, mappings })
  for (const name of ['Brown University', 'Brown bears'])
    fleeting.index('a', name, JSON.stringify({ name }))
  const found = () =>
    fleeting.search('a', { query: { match: { 'name.prefix': 'bro' } } }) as unknown as {
      hits: { hits: Hit[] }
    }
  expect(found().hits.hits).toHaveLength(2)
  fleeting.delete('a', 'Brown bears')
  const alone = new Engine()
  alone.createIndex('a', { settings, mappings })
  alone.index('a', 'Brown University', JSON.stringify({ name: 'Brown University' }))
  const [left, second] = found().hits.hits
  expect(second).toBeUndefined()
  const [only] = (
    alone.search('a', { query: { match: { 'name.prefix': 'bro' } } }) as unknown as {
      hits: { hits: Hit[] }
    }
  ).hits.hits
  expect(left!._score).toBe(only!._score)
})

/** What a real Elasticsearch would take → what the engine says that it does not know. */
const lacking: [analysis: object, unknown: string][] = [
  [{ filter: { x: { type: 'shingle' } } }, 'the token filter shingle'],
  [{ filter: { x: { type: 'stemmer', language: 'german' } } }, 'the stemmer german'],
  [
    { filter: { x: { type: 'edge_ngram', preserve_original: true } } },
    'preserve_original of the token filter edge_ngram',
  ],
  [{ filter: { x: { type: 'pattern_replace', pattern: '(?i)a' } } }, 'the pattern (?i)a'],
  [{ analyzer: { x: { type: 'custom', tokenizer: 'ngram' } } }, 'the tokenizer ngram'],
  [{ analyzer: { x: { type: 'snowball' } } }, 'an analyzer of type snowball'],
  [
    { analyzer: { x: { type: 'custom', tokenizer: 'standard', char_filter: [] } } },
    'char_filter of an analyzer',
  ],
  [{ analyzer: { default: { type: 'custom', tokenizer: 'standard' } } }, 'the analyzer default'],
  [
    { analyzer: { x: { type: 'custom', tokenizer: 'standard', filter: ['stop'] } } },
    'the token filter stop',
  ],
  [{ char_filter: { x: { type: 'html_strip' } } }, 'char_filter of the analysis'],
]

test.each(lacking)('%j is refused in the name of the engine', (analysis, unknown) => {
  const reason = `the embedded engine does not know ${unknown}; set ELASTICSEARCH_URL for a real one`
  expect(() => new Engine().createIndex('a', { settings: { index: { analysis } } })).toThrow(reason)
})

test('an index takes the analysis of its template, and its own before it', () => {
  const own = new Engine()
  own.putTemplate('t', { index_patterns: ['a-*'], template: { settings, mappings } })
  const plain = { type: 'custom', tokenizer: 'standard', filter: [] }
  own.createIndex('a-1', { settings: { analysis: { analyzer: { folded: plain } } } })
  own.index('a-1', '1', JSON.stringify({ name: 'Brown' }))
  const total = (field: string, term: string) =>
    (
      own.search('a-1', { query: { term: { [field]: term } } }) as unknown as {
        hits: { total: { value: number } }
      }
    ).hits.total.value
  expect([total('name', 'Brown'), total('name', 'brown'), total('name.prefix', 'brow')]).toEqual([
    1, 0, 1,
  ])
})
