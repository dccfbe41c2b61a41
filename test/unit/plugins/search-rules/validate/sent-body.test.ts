import { validatorOf } from '../../../../../plugins/search-rules/validate/request.js'
import { casesIn } from '../../../../support/cases.js'

const { cases } = casesIn<{
  cases: [name: string, body: string, sent?: string][]
}>(__dirname, 'sent-body.yml')

const indexPrefixes = ['map-serp', 'organization-entity', 'organization-serp']
const known = new Map([['word', { type: 'keyword' }]])
const judge = validatorOf({ indexPrefixes }, { fields: () => known as never, documents: () => 0 })

/** What of a body reaches the engine, as text. */
function sent(body: string): string | object {
  const judgement = judge(`{"index":"map-serp","body":{"query":{"match_all":{}},${body}}}`)
  return 'search' in judgement
    ? judgement.search.body.split('{"match_all":{}},')[1]!.slice(0, -1)
    : judgement.problems
}

test.each(cases)('%s reaches the engine with all its digits', (_, body, expected = body) => {
  expect(sent(body)).toBe(expected)
})

test.each([
  [
    'out of range',
    '"sort":["a"],"search_after":[1e400]',
    'search_after[0]: must be a number in range',
  ],
  [
    'an object',
    '"sort":["a"],"search_after":[{}]',
    'search_after[0]: must be string or number or boolean or null',
  ],
  [
    'too long',
    `"sort":["a"],"search_after":["${'x'.repeat(32_767)}"]`,
    'search_after[0]: at most 32766 characters',
  ],
])('a sort value %s is refused', (_, body, problem) => {
  expect(sent(body)).toEqual({ body: [problem] })
})

test('a sort value of a long keyword is accepted', () => {
  const body = `"sort":["word"],"search_after":["${'x'.repeat(32_766)}"]`
  expect(sent(body)).toBe(body)
})
