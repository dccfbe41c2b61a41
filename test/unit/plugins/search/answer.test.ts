import { readAnswer } from '../../../../plugins/kit/engine/answer.js'
import { makeMeta, renderPayload } from '../../../../plugins/search/payload.js'
import { goodAnswer } from '../../../support/fault-engine.js'
import { requestOf } from '../kit/engine/request.js'

const search = requestOf('{}')

function read(change: object = {}, hits: object = {}, asked: Partial<typeof search> = {}) {
  const answer = { ...goodAnswer, ...change, hits: { ...goodAnswer.hits, ...hits } }
  return JSON.parse(payloadText(JSON.stringify(answer), asked))
}

function payloadText(answer: string, asked: Partial<typeof search> = {}): string {
  return Buffer.concat(
    renderPayload(readAnswer(Buffer.from(answer)), { ...search, ...asked }, 'v9'),
  ).toString()
}

it('results keep a field called __proto__ as data', () => {
  const text = JSON.stringify(goodAnswer).replace('"name":"Sunrise"', '"__proto__":{"polluted":1}')
  expect(payloadText(text)).toContain('"__proto__":{"polluted":1}')
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

it('the total of an empty result, whose list the engine may leave out', () => {
  expect(read({}, { total: { value: 0, relation: 'eq' }, hits: undefined })).toEqual({
    ...{ results: [], total: 0, index: 'organization-serp*', version: 'v9' },
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

const about = { dataAsOf: '2026-11-10', attribution: 'A register' }
test.each<[string, Partial<typeof search>, object]>([
  ['nothing of data that nothing is known of', { about: undefined, isDeclared: true }, {}],
  ['all of it with a template', { about, isDeclared: true }, about],
  ['its date with a search', { about }, { dataAsOf: '2026-11-10' }],
])('the answer contains %s', (_, request, members) => {
  expect(makeMeta({ ...search, ...request }, [])).toEqual(members)
})
