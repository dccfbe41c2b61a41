import * as fc from 'fast-check'
import { stringifyExact } from '../../../../../kit/api/json.js'
import type { SearchAnswer } from '../../../../../plugins/kit/context.js'
import {
  parseAnswer,
  readAnswer,
  readLargeAnswer,
} from '../../../../../plugins/kit/engine/answer.js'
import { EngineFailure } from '../../../../../plugins/kit/engine/failure.js'
import { toResult } from '../../../../../plugins/kit/engine/hit.js'
import { type Spliced, splice as spliceInParts } from '../../../../../plugins/kit/engine/splice.js'
import { renderPayload } from '../../../../../plugins/search/payload.js'
import { words } from '../../../../support/cases.js'
import { samples } from '../../../../support/samples.js'
import { requestOf } from './request.js'

type Members = Record<string, unknown>

const search = { ...requestOf('{}'), hasAggregations: true }

/** What callers get of an answer; parsed and written again, as numbers may be spelled otherwise. */
function payload(read: () => SearchAnswer): string {
  try {
    return JSON.stringify(JSON.parse(Buffer.concat(renderPayload(read(), search, 'v9')).toString()))
  } catch (error) {
    if (error instanceof EngineFailure) return error.message.replace('engine: ', '')
    throw error
  }
}

const toBytes = (value: unknown) => Buffer.from(stringifyExact(value))
const given = (body: Buffer) => payload(() => readAnswer(body))
/** By the plain way: parsed, put together, written. */
const expected = (body: Buffer) =>
  payload(() => {
    const { hits, total, aggregations } = parseAnswer(body)
    return {
      ...{ results: toBytes(hits.map(toResult)), count: hits.length, total },
      aggregations: aggregations === undefined ? undefined : toBytes(aggregations),
    }
  })

/** All parts of it at once. */
function splice(body: Buffer): Spliced | undefined {
  const parts = spliceInParts(body)
  for (let part = parts.next(); ; part = parts.next()) if (part.done) return part.value
}

/**
 * Names that mean something to a result, or to a scanner. None with a backslash: where an object
 * had the name "\\" before, JSON.parse of V8 in Node 24 and 26 takes "\"" and "\ud800" for it, and
 * what is compared here is parsed.
 */
const anyKey = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...words(`
        id _id _score _source _sort sort _highlight _fields _innerHits inner_hits hits aggregations
        __proto__ constructor " "_source":{ 0 1`),
      ...['', '\ud800', 'i\u0000d'],
    ),
  },
)
const key = anyKey.filter((name) => !name.includes('\\'))

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({
    unit: fc.constantFrom(...'"\\/\n{}[],:ä\u2028😀', '\ud800'),
  }),
)

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0, -0, 1e21, 2 ** 53, true, false, null, {}, []),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(key, tie('value')), { maxLength: 4 })
      .map((members) => Object.fromEntries(members)),
  ),
}))
const members = fc
  .array(fc.tuple(key, value), { maxLength: 8 })
  .map((some) => Object.fromEntries(some) as Members)

const hit = fc.record(
  {
    ...{
      _index: fc.constant('organization-serp-1'),
      _id: text,
      _score: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null)),
    },
    ...{
      _source: members,
      _ignored: value,
      sort: value,
      highlight: value,
      fields: value,
      inner_hits: value,
    },
  },
  { requiredKeys: ['_id'] },
)

const answer = fc.record(
  {
    ...{
      took: fc.nat(),
      timed_out: fc.constant(false),
      _shards: fc.constant({ total: 1, successful: 1, failed: 0 }),
    },
    hits: fc.record(
      {
        total: fc.record({ value: fc.nat(), relation: fc.constantFrom('eq', 'gte') }),
        max_score: value,
        hits: fc.array(hit, { maxLength: 5 }),
      },
      { requiredKeys: ['hits'] },
    ),
    aggregations: members,
  },
  { requiredKeys: ['took', 'timed_out', '_shards', 'hits'] },
)

/** As JSON may be written: with white space or without, and letters escaped or not. */
const written = fc
  .tuple(answer, fc.constantFrom(0, 1, '\t', ' \n'), fc.boolean())
  .map(([made, space, escapes]) => {
    const json = JSON.stringify(made, null, space)
    return escapes
      ? json.replace(
          /[^\x20-\x7e\s]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
      : json
  })

it('says what parsing would have said', async () => {
  let spliced = 0
  await fc.assert(
    fc.property(written, (json) => {
      const body = Buffer.from(json)
      expect(given(body)).toBe(expected(body))
      if (splice(body)) spliced++
    }),
    { numRuns: samples(600) },
  )
  expect(spliced).toBeGreaterThan(samples(480))
})

it('refuses what parsing would have refused, however an answer is damaged', async () => {
  const damage = fc.record({
    at: fc.nat(),
    removed: fc.constantFrom(0, 1, 2, 5, Number.POSITIVE_INFINITY),
    put: fc.oneof(
      fc.constantFrom(...'"\\{}[],:0-.en\n\u0000\ufeff', '', '"hits":[],', '"id":1,'),
      fc.uint8Array({ minLength: 1, maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
    ),
  })
  await fc.assert(
    fc.property(written, damage, (json, { at, removed, put }) => {
      const whole = Buffer.from(json)
      const from = at % (whole.length + 1)
      const body = Buffer.concat([
        whole.subarray(0, from),
        Buffer.from(put as string),
        whole.subarray(from + removed),
      ])
      expect(given(body)).toBe(expected(body))
    }),
    { numRuns: samples(1000) },
  )
})

/** `[a document, the result that is made of it]`, as they are written. */
const kept: [string, string, string][] = [
  [
    'an integer beyond 2^53',
    '{"id":"1","ein":12345678901234567890}',
    '{"id":"1","ein":12345678901234567890,"_score":1.5}',
  ],
  [
    'a number as it is spelled',
    '{"id":"1","share":1.50e+2}',
    '{"id":"1","share":1.50e+2,"_score":1.5}',
  ],
  ['members in their order', '{"id":"1","2":0,"1":0}', '{"id":"1","2":0,"1":0,"_score":1.5}'],
  ['escapes', '{"id":"1","name":"\\u00e4\\/"}', '{"id":"1","name":"\\u00e4\\/","_score":1.5}'],
  [
    'digits of a document with a member like ours',
    '{"_own":9007199254740993}',
    '{"_own":9007199254740993,"id":"es-1","_score":1.5}',
  ],
  ['a document without members', '{ }', '{"id":"es-1","_score":1.5}'],
]

it.each(kept)('keeps %s', (_, document, result) => {
  const body = Buffer.from(
    `{"took":1,"timed_out":false,"_shards":{"failed":0},"hits":{"hits":[{"_id":"es-1","_score":1.5,"_source":${document}}]}}`,
  )
  expect(splice(body)?.results.toString()).toBe(`[${result}]`)
})

it('leaves to parsing a control character in a text, wherever it is', () => {
  for (let code = 0; code < 0x20; code++)
    for (let at = 0; at < 8; at++) {
      const text = `${'ä'.repeat(at)}${String.fromCharCode(code)}${'b'.repeat(8)}`
      const answer = `{"timed_out":false,"_shards":{"failed":0},"hits":{"hits":[{"_id":"${text}","_source":{}}]}}`
      expect(splice(Buffer.from(answer))).toBeUndefined()
    }
})

it.each([
  [
    'that ran out of time',
    '{"timed_out":true,"_shards":{"failed":0},"hits":{"hits":[]}}',
    'timeout',
  ],
  [
    'of which a shard failed',
    '{"timed_out":false,"_shards":{"failed":1},"hits":{"hits":[]}}',
    'partial',
  ],
])(
  'does not leave to parsing, which takes one turn for all of it, an answer %s',
  (_, body, reason) => {
    expect(() => splice(Buffer.from(body))).toThrow(expect.objectContaining({ reason }))
  },
)

it('leaves to parsing what lies deeper than it follows', () => {
  const deep = (levels: number) =>
    Buffer.from(
      `{"timed_out":false,"_shards":{"failed":0},"hits":{"hits":[{"_id":"1","_source":{"id":"1","a":${'['.repeat(levels)}${']'.repeat(levels)}}}]}}`,
    )
  expect(splice(deep(200))).toBeDefined()
  expect(splice(deep(201))).toBeUndefined()
  expect(given(deep(1000))).toBe(expected(deep(1000)))
})

it('takes a large answer apart as a small one, while other work goes on', async () => {
  const hits = Array.from({ length: 10_000 }, (_, i) => ({
    _id: `${i}`,
    _score: 1,
    _source: { text: 'word '.repeat(60) },
  }))
  const total = { value: 10_000, relation: 'eq' }
  const body = Buffer.from(
    JSON.stringify({ timed_out: false, _shards: { failed: 0 }, hits: { total, hits } }),
  )
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const answer = await readLargeAnswer(body)
  isOver = true
  expect(turns).toBeGreaterThan(5)
  expect(answer.count).toBe(10_000)
  expect(answer.results.equals(readAnswer(body).results)).toBe(true)
  await expect(readLargeAnswer(body.subarray(0, -1))).rejects.toEqual(
    new EngineFailure('unreadable_response'),
  )
})

test('inner hits, and those within them, do not name the index behind an alias', () => {
  const group = (hits: object[]) => ({ g: { hits: { total: { value: 1 }, hits } } })
  const named = { _index: 'organization-serp_20261129', _id: 'b', _score: 1 }
  const inner = group([{ ...named, inner_hits: group([named]) }])
  const hits = [{ _id: 'a', _score: 1, _source: { id: 'a' }, inner_hits: inner }]
  const body = { took: 1, timed_out: false, _shards: { total: 1, successful: 1, failed: 0 } }
  const text = given(toBytes({ ...body, hits: { total: { value: 1, relation: 'eq' }, hits } }))
  expect(text).toContain('"_innerHits":{"g":{"hits":{"total":{"value":1},"hits":[{"_id":"b"')
  expect(text).not.toContain('_index')
})
