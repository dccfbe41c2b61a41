import * as fc from 'fast-check'
import { reasonFor } from '../../../../plugins/search/reasons/reason-for.js'
import { casesIn } from '../../../support/cases.js'
import { engineRefusals } from '../../../support/engine-refusals.js'
import { samples } from '../../../support/samples.js'

const { further } = casesIn<{
  further: [says: string, body: object, told: string][]
}>(__dirname, 'reasons.yml')

/** `type: reason`, apart. */
function parted(says: string): [type: string, reason: string] {
  const end = says.indexOf(': ')
  return [says.slice(0, end), says.slice(end + 2)]
}

test.each(engineRefusals.map((row) => [row.says.slice(0, 120), row] as const))(
  '%s',
  (_, { says, body, told }) => {
    expect(reasonFor(...parted(says), JSON.stringify(body))).toBe(told)
  },
)

test.each(further)('%s in %j', (says, body, told) => {
  expect(reasonFor(...parted(says), JSON.stringify(body))).toBe(told)
})

test('a value is never told, and no name that the caller did not write', async () => {
  const secret = 's3cretvalue'
  /**
   * What is in brackets or quotes in a reason, and what the body gives as values, is the
   * secret.
   */
  const hiding = (says: string) =>
    says.replace(/\[[^\][]*\]|"[^"]*"|`[^`]*`/g, (marked) => marked[0] + secret + marked.at(-1))
  const bodyOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(bodyOf)
    if (typeof value !== 'object' || value === null)
      return typeof value === 'string' ? secret : value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, namesFields(key) ? item : bodyOf(item)]),
    )
  }
  const namesFields = (key: string) => /^(field|fields|sort|path)$/.test(key)
  const row = fc.constantFrom(...engineRefusals)
  await fc.assert(
    fc.property(row, row, fc.string(), ({ says }, { body }, behind) => {
      const [type, reason] = parted(hiding(says))
      expect(reasonFor(type, reason + behind, JSON.stringify(bodyOf(body)))).not.toContain(secret)
    }),
    { numRuns: samples(500) },
  )
})

test('a reason that nobody knows ends with a whole sentence', () => {
  const sentence = `${'word '.repeat(30)}end. `
  const told = reasonFor('some_exception', sentence.repeat(5), '{"query":{}}')
  expect(told).toMatch(/^the engine refused the query: some_exception: word .* end\.$/)
  expect(told.length).toBeGreaterThan(300)
  expect(told.length).toBeLessThan(500)
})
