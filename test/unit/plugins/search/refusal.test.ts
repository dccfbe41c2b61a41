import * as fc from 'fast-check'
import { EngineFailure } from '../../../../plugins/search/failure.js'
import { reasonFor } from '../../../../plugins/search/reasons/reason-for.js'
import { refusalOf } from '../../../../plugins/search/refusal.js'
import { samples } from '../../../support/samples.js'
import { requestOf } from './request.js'

const body = JSON.stringify({
  query: { match: { 'founded_year.x': 'sunrise' } },
  sort: [{ founded_year: 'asc' }],
})
const search = requestOf(body)

/** Reasons that no one knows → what a caller reads. */
const reasons: [type: string, reason: string, told: string][] = [
  [
    'parsing_exception',
    '[match] unknown token [START_ARRAY] after [query]',
    'parsing_exception: [match] unknown token …',
  ],
  [
    'illegal_argument_exception',
    "[match] query doesn't support multiple fields, found [query] and [match]",
    "illegal_argument_exception: [match] query doesn't support multiple fields, found [query] " +
      'and [match]',
  ],
  [
    'some_exception',
    'failed on es-1.example.org at 10.0.0.7:9300 of map-serp-2',
    'some_exception: failed on … at … of …',
  ],
  ['some_exception', 'first line\n\tat org.elasticsearch.Node', 'some_exception: first line'],
  ['some_exception', '[1:97] [match] is odd', 'some_exception: [match] is odd'],
  ['some_exception', '', 'some_exception'],
]

it.each(reasons)('%s: %s', (type, reason, told) => {
  expect(reasonFor(type, reason, body)).toBe(`the engine refused the query: ${told}`)
})

it('the embedded engine is quoted in its own words, still without values', () => {
  const sentence =
    'the embedded engine does not know function_score; set ELASTICSEARCH_URL for a real one'
  expect(reasonFor('embedded_engine_exception', sentence, body)).toBe(sentence)
  expect(reasonFor('embedded_engine_exception', `${sentence} [s3cretvalue]`, body)).toBe(
    `${sentence} …`,
  )
  expect(reasonFor('embedded_engine_exception', '', body)).toBe(
    'the engine refused the query: embedded_engine_exception',
  )
})

it('whatever stands in brackets or quotes is not told, unless it is a key of the query', async () => {
  const opening = fc.constantFrom(['[', ']'], ['"', '"'], ["'", "'"], ['`', '`'])
  await fc.assert(
    fc.property(opening, fc.string(), fc.string(), ([open, close], before, after) => {
      const told = reasonFor(
        'a_exception',
        `${before.replaceAll('\n', '')} ${open}s3cretvalue${close} ${after}`,
        body,
      )
      expect(told).not.toContain('s3cretvalue')
      expect(told.length).toBeLessThanOrEqual(500)
    }),
    { numRuns: samples(1000) },
  )
})

const cause = (type: string, reason = 'x') => ({ type, reason })
const answerOf = (error: object) => JSON.stringify({ error })
/** Answers of a real node, shortened. */
const answers: [name: string, status: number, answer: string, told: string | undefined][] = [
  [
    'a pattern that is too complex',
    500,
    answerOf({
      ...cause('search_phase_execution_exception'),
      root_cause: [cause('too_complex_to_determinize_exception', 'Determinizing automaton')],
    }),
    'body: the pattern is too complex; make it shorter, with fewer alternatives and ' +
      'repetitions (too_complex_to_determinize_exception)',
  ],
  [
    'too many buckets, found in the reduce',
    400,
    answerOf({
      ...cause('search_phase_execution_exception', ''),
      root_cause: [],
      caused_by: cause('too_many_buckets_exception', 'Trying to create too many buckets.'),
    }),
    'body: the aggregations make more buckets than the engine keeps; use larger intervals, ' +
      'smaller sizes or a narrower query (too_many_buckets_exception)',
  ],
  [
    'too many buckets as a 503',
    503,
    answerOf(cause('too_many_buckets_exception', 'Too many')),
    'the engine refused the query: too_many_buckets_exception: Too many',
  ],
  [
    'a tripped breaker',
    503,
    answerOf({ root_cause: [cause('circuit_breaking_exception')] }),
    undefined,
  ],
  ['a tripped breaker as a 429', 429, answerOf(cause('circuit_breaking_exception')), undefined],
  [
    'one shard that fails otherwise',
    500,
    answerOf({
      root_cause: [
        cause('too_complex_to_determinize_exception'),
        cause('node_disconnected_exception'),
      ],
    }),
    undefined,
  ],
  ['anything else', 500, answerOf(cause('null_pointer_exception')), undefined],
]

it.each(answers)('%s', (_, status, answer, told) => {
  if (told === undefined) expect(() => refusalOf(status, answer, search)).toThrow(EngineFailure)
  else expect(refusalOf(status, answer, search).details).toEqual({ body: { _errors: [told] } })
})

it("a declared body is the operator's: each refusal is a failure, with its reason", () => {
  const told = answerOf(cause('parsing_exception', 'unknown query [mach]'))
  const refusal = () => refusalOf(400, told, { ...search, isDeclared: true })
  expect(refusal).toThrow(EngineFailure)
  expect(refusal).toThrow(/^engine: engine_error: 400: .*parsing_exception/)
  for (const status of [404, 413])
    expect(() => refusalOf(status, '', { ...search, isDeclared: true })).toThrow(EngineFailure)
})

it('any answer is either a refusal of index or body, or a failure', async () => {
  const text = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .record({
        error: fc.record({ type: fc.constantFrom('x_y', 'X', 7), reason: fc.jsonValue() }),
      })
      .map((v) => JSON.stringify(v)),
  )
  await fc.assert(
    fc.property(
      fc.constantFrom(201, 301, 400, 401, 403, 404, 429, 500, 503),
      text,
      (status, answer) => {
        try {
          const { code, details } = refusalOf(status, answer, search)
          expect(code).toBe('VALIDATION_ERROR')
          expect(['index', 'body']).toContain(Object.keys(details)[0])
        } catch (error) {
          expect(error).toBeInstanceOf(EngineFailure)
        }
      },
    ),
    { numRuns: samples(1000) },
  )
})
