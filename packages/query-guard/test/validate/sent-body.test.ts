import { makeValidator } from '../../src/validate/request.js'

const indexPrefixes = ['map-serp', 'organization-entity', 'organization-serp']
const known = new Map([['word', { type: 'keyword' }]])
const judge = makeValidator({ indexPrefixes }, { fields: () => known as never, documents: () => 0 })

/** What of a body reaches the engine, as text. */
function sent(body: string): string | object {
  const judgement = judge(`{"index":"map-serp","body":{"query":{"match_all":{}},${body}}}`)
  return 'search' in judgement
    ? judgement.search.body.split('{"match_all":{}},')[1]!.slice(0, -1)
    : judgement.problems
}

/** `[what it is, as it comes, as it is sent]` */
const cases: [string, string, string?][] = [
  ['a missing long', '"sort":["big"],"search_after":[-9223372036854775808]'],
  ['a missing unsigned long', '"sort":["big"],"search_after":[18446744073709551615]'],
  ['nanoseconds', '"sort":["at","id"],"search_after":[1577836800123456789,"a"]'],
  ['a missing text', '"sort":["word","id"],"search_after":[null,"a"]'],
  [
    'a great double',
    '"sort":["real"],"search_after":[1.0E20]',
    '"sort":["real"],"search_after":[100000000000000000000]',
  ],
  [
    'digits as a text',
    '"sort":["day",{"open":"desc"}],"search_after":["-9223372036854775808","9223372036854775807"]',
    '"sort":["day",{"open":"desc"}],"search_after":[-9223372036854775808,9223372036854775807]',
  ],
  [
    'a text of a format',
    '"sort":[{"day":{"format":"yyyyMMddHHmmssSSS"}}],"search_after":["20210101000000000"]',
  ],
  ...(
    [
      ['{"format":"yyyy"}', '9223372036854775807'],
      ['{"format":"yyyy","order":"desc"}', '-9223372036854775808'],
      ['{"format":"yyyy","order":"DESC","missing":"_first"}', '9223372036854775807'],
      ['{"format":"yyyy","missing":"_first"}', '-9223372036854775808'],
      ['{"format":"yyyy","missing":"2020"}', 'null'],
    ] as const
  ).map(([options, value]): [string, string, string] => [
    `a missing date by ${options}`,
    `"sort":[{"day":${options}},"id"],"search_after":[null,"a"]`,
    `"sort":[{"day":${options}},"id"],"search_after":[${value},"a"]`,
  ]),
  [
    'keys of one object',
    '"sort":{"a":"asc","day":{"format":"yyyy"}},"search_after":[1,null]',
    '"sort":{"a":"asc","day":{"format":"yyyy"}},"search_after":[1,9223372036854775807]',
  ],
  [
    'after of composite',
    '"aggs":{"x":{"composite":{"sources":[{"k":{"terms":{"field":"big"}}}],"after":{"k":9007199254740993}}}}',
  ],
]

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
