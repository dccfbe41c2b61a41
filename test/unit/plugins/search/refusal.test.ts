import * as fc from 'fast-check'
import { EngineFailure } from '../../../../plugins/search/failure.js'
import { reasonFor } from '../../../../plugins/search/reasons/reason-for.js'
import { refusalOf } from '../../../../plugins/search/refusal.js'
import { casesIn } from '../../../support/cases.js'
import { samples } from '../../../support/samples.js'
import { requestOf } from './request.js'

const { reasons, answers } = casesIn<{
  reasons: [type: string, reason: string, told: string][]
  answers: [name: string, status: number, error: object, told: string | null][]
}>(__dirname, 'refusal.yml')

const body = JSON.stringify({
  query: { match: { 'founded_year.x': 'sunrise' } },
  sort: [{ founded_year: 'asc' }],
})
const search = requestOf(body)

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
    { numRuns: samples(400) },
  )
})

const cause = (type: string, reason = 'x') => ({ type, reason })
const answerOf = (error: object) => JSON.stringify({ error })

it.each(answers)('%s', (_, status, error, told) => {
  const answer = answerOf(error)
  if (told === null) expect(() => refusalOf(status, answer, search)).toThrow(EngineFailure)
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
    { numRuns: samples(400) },
  )
})
