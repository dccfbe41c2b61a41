import * as fc from 'fast-check'
import { EngineFailure } from '../../../../../plugins/kit/engine/failure.js'
import { toRefusal } from '../../../../../plugins/kit/engine/refusal.js'
import { casesIn } from '../../../../support/cases.js'
import { engineRefusals } from '../../../../support/engine-refusals.js'
import { samples } from '../../../../support/samples.js'
import { requestOf } from './request.js'

const { reasons, answers } = casesIn<{
  reasons: [reason: string, body: object, told: string][]
  answers: [name: string, status: number, error: object, told: string | null][]
}>(__dirname, 'refusal.yml')

const body = { query: { match: { 'founded_year.x': 'sunrise' } }, sort: [{ founded_year: 'asc' }] }
const search = requestOf(JSON.stringify(body))
const cause = (type: string, reason: string) => ({ type, reason })
const answer = (error: object) => JSON.stringify({ error })

/** What a caller of the search reads when the engine refuses it for a reason. */
function told(type: string, reason: string, body: object): string {
  const request = requestOf(JSON.stringify(body))
  const { details } = toRefusal(400, answer({ root_cause: [cause(type, reason)] }), request)
  return (details as { body: { _errors: [string] } }).body._errors[0]
}

/** `type: reason`, apart. */
function split(says: string): [type: string, reason: string] {
  const end = says.indexOf(': ')
  return [says.slice(0, end), says.slice(end + 2)]
}

test.each(engineRefusals.map((row) => [row.says.slice(0, 120), row] as const))(
  '%s',
  (_, { says, body, told: expected }) => {
    expect(told(...split(says), body)).toBe(expected)
  },
)

test.each(reasons)('%s in %j', (reason, body, expected) => {
  expect(told('some_exception', reason, body)).toBe(expected)
})

test('a hint about the refused place is told too', () => {
  const hint = 'sort[0]: no field of organization-serp; did you mean revenue?'
  const hints = () => [`body.${hint}`, 'body.query.term.x: another']
  const request = { ...requestOf('{"sort":["revenu"]}'), hints }
  const error = cause('query_shard_exception', 'No mapping found for [revenu] in order to sort on')
  const { details } = toRefusal(400, answer({ root_cause: [error] }), request)
  expect(details).toEqual({ body: { _errors: [expect.stringMatching(/^sort\[0\]: the/), hint] } })
})

test('the embedded engine is quoted in its own words, still without values', () => {
  const sentence =
    'the embedded engine does not know function_score; set ELASTICSEARCH_URL for a real one'
  expect(told('embedded_engine_exception', sentence, body)).toBe(sentence)
  expect(told('embedded_engine_exception', `${sentence} [s3cretvalue]`, body)).toBe(`${sentence} …`)
})

test('whatever stands in brackets or quotes is not told, unless the caller wrote it as a name', async () => {
  const opening = fc.constantFrom(['[', ']'], ['"', '"'], ["'", "'"], ['`', '`'])
  const values = { query: { term: { path: 's3cretvalue' } }, aggs: { x: { terms: {} } } }
  await fc.assert(
    fc.property(opening, fc.string(), fc.string(), ([open, close], before, after) => {
      const reason = `${before.replaceAll('\n', '')} ${open}s3cretvalue${close} ${after}`
      const text = told('a_exception', reason, values)
      expect(text).not.toContain('s3cretvalue')
      expect(text.length).toBeLessThanOrEqual(500)
    }),
    { numRuns: samples(400) },
  )
})

test.each(answers)('%s', (_, status, error, expected) => {
  const text = answer(error)
  if (expected === null) expect(() => toRefusal(status, text, search)).toThrow(EngineFailure)
  else expect(toRefusal(status, text, search).details).toEqual({ body: { _errors: [expected] } })
})

test("a declared body is the operator's: each refusal is a failure, with its reason", () => {
  const text = answer(cause('parsing_exception', 'unknown query [mach]'))
  const declared = { ...search, isDeclared: true }
  expect(() => toRefusal(400, text, declared)).toThrow(EngineFailure)
  expect(() => toRefusal(400, text, declared)).toThrow(
    /^engine: engine_error: 400: .*parsing_exception/,
  )
  for (const status of [404, 413])
    expect(() => toRefusal(status, '', declared)).toThrow(EngineFailure)
})

test('any answer is either a refusal of index or body, or a failure', async () => {
  const error = fc.record({ type: fc.constantFrom('x_y', 'X', 7), reason: fc.jsonValue() })
  const text = fc.oneof(fc.json(), fc.string(), error.map(answer))
  const statuses = fc.constantFrom(201, 301, 400, 401, 403, 404, 429, 500, 503)
  await fc.assert(
    fc.property(statuses, text, (status, text) => {
      try {
        const { code, details } = toRefusal(status, text, search)
        expect(code).toBe('VALIDATION_ERROR')
        expect(['index', 'body']).toContain(Object.keys(details)[0])
      } catch (error) {
        expect(error).toBeInstanceOf(EngineFailure)
      }
    }),
    { numRuns: samples(400) },
  )
})
