import fc from 'fast-check'
import { fieldMappings } from '../../../../directory/fields/mapping.js'
import { BodyMask } from '../../../../gateway/decisions/body.js'
import type { Known } from '../../../../gateway/decisions/known.js'
import { matcherOf } from '../../../../packages/query-guard/src/rule/field-rules.js'
import { legitimateBody } from '../../../../packages/query-guard/test/arbitraries.js'
import { bodyAttacks } from '../../../../packages/query-guard/test/cases/attacks.js'
import { costAttacks } from '../../../../packages/query-guard/test/cases/cost-attacks.js'
import { expensiveCases } from '../../../../packages/query-guard/test/cases/expensive.js'
import { legitimate } from '../../../../packages/query-guard/test/cases/legitimate.js'
import { limitCases } from '../../../../packages/query-guard/test/cases/limits.js'
import { rulesAt } from '../../../../packages/query-guard/test/known-organizations.js'
import { samples } from '../../../support/samples.js'

const fields = Object.entries(fieldMappings).flatMap(([name, { fields = {} }]) => [
  name,
  ...Object.keys(fields).map((sub) => `${name}.${sub}`),
])
const known = { isField: (name: string) => fields.some(matcherOf(name)), words: new Set() }
const mask = new BodyMask(known as unknown as Known)

const judge = rulesAt(1_000_000)

const verdictOf = (body: unknown) => {
  const result = judge(JSON.stringify({ index: 'organization-serp*', body }))
  return 'search' in result ? { cost: result.cost?.total } : 'refused'
}

function expectSame(body: unknown) {
  const parsed = JSON.parse(JSON.stringify(body) ?? 'null')
  const masked = mask.search(structuredClone(parsed))
  expect({ masked, verdict: verdictOf(masked) }).toEqual({ masked, verdict: verdictOf(parsed) })
}

describe.each([
  ['legitimate', legitimate.map(({ name, body }) => [name, body] as const)],
  [
    'limits',
    limitCases.flatMap(([limit, at, over]) => [
      [limit, at] as const,
      [`${limit}, over`, over] as const,
    ]),
  ],
  ['attacks', bodyAttacks.map(({ name, body }) => [name, body] as const)],
  ['costly', Object.entries(costAttacks)],
  ['expensive', expensiveCases.map((one) => [one.name, one.body] as const)],
])('%s', (_, cases) => {
  test.each(cases as [string, unknown][])('%s', (_, body) => expectSame(body))
})

test('random bodies decide the same masked', () => {
  fc.assert(fc.property(legitimateBody, expectSame), { numRuns: samples(1000) })
})
