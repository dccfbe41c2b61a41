import * as fc from 'fast-check'
import { payloadOf, readAnswer, searchMetaOf } from '../../../../plugins/search/answer.js'
import { EngineFailure } from '../../../../plugins/search/failure.js'
import { casesIn } from '../../../support/cases.js'
import { goodAnswer } from '../../../support/fault-engine.js'
import { samples } from '../../../support/samples.js'
import { requestOf } from './request.js'

const { hits } = casesIn<{
  hits: [name: string, change: object, result: object][]
}>(__dirname, 'answer.yml')

const search = requestOf('{}')

function read(change: object = {}, hits: object = {}, asked: Partial<typeof search> = {}) {
  const answer = { ...goodAnswer, ...change, hits: { ...goodAnswer.hits, ...hits } }
  return JSON.parse(payloadText(JSON.stringify(answer), asked))
}

function payloadText(answer: string, asked: Partial<typeof search> = {}): string {
  return Buffer.concat(
    payloadOf(readAnswer(Buffer.from(answer)), { ...search, ...asked }, 'v9'),
  ).toString()
}

const hit = {
  _index: 'organization-serp-1',
  _id: 'es-id',
  _score: 2.5,
  _source: { id: 'org-1', name: 'Sunrise' },
}

describe('results', () => {
  it.each([
    ...hits,
    ['_id and score without a source', { _source: undefined }, { id: 'es-id', _score: 2.5 }],
  ] as typeof hits)('%s', (_, change, expected) => {
    expect(read({}, { hits: [{ ...hit, ...change }] }).results).toEqual([expected])
  })

  it('keep a field called __proto__ as data', () => {
    const text = JSON.stringify(goodAnswer).replace(
      '"name":"Sunrise"',
      '"__proto__":{"polluted":1}',
    )
    expect(payloadText(text)).toContain('"__proto__":{"polluted":1}')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('total', () => {
  it.each([
    ['exact', { value: 12_345, relation: 'eq' }, { total: 12_345 }],
    ['a lower bound', { value: 10_000, relation: 'gte' }, { total: 10_000, totalRelation: 'gte' }],
    ['switched off: at least the hits', undefined, { total: 1, totalRelation: 'gte' }],
  ])('%s', (_, total, expected) => {
    const { results: _results, index: _index, version: _version, ...rest } = read({}, { total })
    expect(rest).toEqual(expected)
  })

  it('of an empty result, whose list the engine may leave out', () => {
    expect(read({}, { total: { value: 0, relation: 'eq' }, hits: undefined })).toEqual({
      ...{ results: [], total: 0, index: 'organization-serp*', version: 'v9' },
    })
  })
})

it('aggregations are handed on as returned, and only when asked for', () => {
  const aggregations = {
    regions: { buckets: [{ key: 'Lazio', doc_count: 3 }] },
    most: { value: 1.5e300 },
  }
  expect(read({ aggregations }, {}, { hasAggregations: true }).aggregations).toEqual(aggregations)
  expect(read({ aggregations })).not.toHaveProperty('aggregations')
  expect(read({}, {}, { hasAggregations: true })).not.toHaveProperty('aggregations')
})

it('an answer that does not say whether it is whole is none', () => {
  expect(() => readAnswer(Buffer.from('{"timed_out":false,"hits":{"hits":[]}}'))).toThrow(
    expect.objectContaining({ reason: 'unreadable_response' }),
  )
  expect(() => readAnswer(Buffer.from('{"_shards":{"failed":0},"hits":{"hits":[]}}'))).toThrow(
    expect.objectContaining({ reason: 'unreadable_response' }),
  )
})

it.each(['_source', 'fields', 'sort', 'aggregations'])(
  'a document nested too deep to be written is unreadable: %s',
  (key) => {
    const deep = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`
    const [inHit, beside] =
      key === 'aggregations' ? ['', `,"aggregations":${deep}`] : [`,"${key}":${deep}`, '']
    const hits = `{"hits":[{"_id":"1"${inHit}}]}`
    const body = Buffer.from(`{"timed_out":false,"_shards":{"failed":0},"hits":${hits}${beside}}`)
    expect(() => readAnswer(body)).toThrow(
      expect.objectContaining({ reason: 'unreadable_response' }),
    )
  },
)

it('any JSON is either a whole answer or a failure', async () => {
  await fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      expect(() => readAnswer(Buffer.from(text))).toThrow(EngineFailure)
    }),
    { numRuns: samples(700) },
  )
})

it('a good answer with any part replaced is either a whole answer or a failure', async () => {
  const places = [
    'timed_out',
    '_shards',
    'hits',
    'hits.total',
    'hits.hits',
    'hits.hits.0',
    'hits.hits.0._source',
  ] as const
  await fc.assert(
    fc.property(fc.constantFrom(...places), fc.jsonValue(), (place, value) => {
      const answer = structuredClone(goodAnswer) as never
      const path = place.split('.')
      const last = path.pop()!
      const parent = path.reduce<Record<string, never>>((object, key) => object[key]!, answer)
      Object.assign(parent, { [last]: value })
      try {
        expect(JSON.parse(payloadText(JSON.stringify(answer))).results).toEqual(expect.any(Array))
      } catch (error) {
        expect(error).toBeInstanceOf(EngineFailure)
      }
    }),
    { numRuns: samples(700) },
  )
})

const about = { dataAsOf: '2026-11-10', attribution: 'A register' }
test.each<[string, Partial<typeof search>, object]>([
  ['nothing of data that nothing is known of', { about: undefined, isDeclared: true }, {}],
  ['all of it with a template', { about, isDeclared: true }, about],
  ['its date with a search', { about }, { dataAsOf: '2026-11-10' }],
  ['nothing with a search if there is no date', { about: { attribution: 'A register' } }, {}],
])('the answer contains %s', (_, request, members) => {
  expect(searchMetaOf({ ...search, ...request }, [])).toEqual(members)
})
