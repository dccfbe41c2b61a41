import * as fc from 'fast-check'
import { reasonFor } from '../../../../plugins/search/reasons/reason-for.js'
import { engineRefusals } from '../../../support/engine-refusals.js'

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

/** What only an engine of other settings or other data says. */
const further: [says: string, body: object, told: string][] = [
  [
    'query_shard_exception: failed to create query: Query contains too many nested clauses; ' +
      'maxClauseCount is set to 7904',
    { query: { match_all: {} } },
    'body: the query has more clauses than the engine takes, each word and wildcard counted; ' +
      'ask for fewer, or use terms (query_shard_exception)',
  ],
  [
    'illegal_argument_exception: Result window is too large, from + size must be less than or ' +
      'equal to: [100] but was [200]. See the scroll api for a more efficient way to request ' +
      'large data sets. This limit can be set by changing the [index.max_result_window] index ' +
      'level setting.',
    { query: { match_all: {} }, size: 200 },
    'body: from + size is more than the index allows; ask for fewer hits, or sort by a ' +
      'unique field and send the _sort of the last hit as search_after ' +
      '(illegal_argument_exception)',
  ],
  [
    "illegal_argument_exception: Top hits result window is too large, the top hits aggregator [x]'s " +
      'from + size must be less than or equal to: [100] but was [200].',
    { query: { match_all: {} } },
    'body: from + size is more than the index allows; ask for fewer hits ' +
      '(illegal_argument_exception)',
  ],
  [
    'parsing_exception: unknown query [has_child] did you mean [has_child_]?',
    { query: { bool: { must: [{ has_child: { type: 'a', query: { match_all: {} } } }] } } },
    'query.bool.must[0].has_child: the search engine does not support this; use another one ' +
      '(parsing_exception)',
  ],
  [
    'illegal_argument_exception: Fielddata is disabled on [name] in [x]. Text fields are not ' +
      'optimised',
    {
      query: { match_all: {} },
      aggs: { name: { avg: { field: 'name' } } },
      sort: ['name', { 'name.keyword': 'asc' }],
    },
    'aggs.name.avg.field or sort[0]: "name" is a text field; sort and aggregations take a ' +
      'keyword field, such as name.keyword for name (illegal_argument_exception)',
  ],
  [
    'illegal_argument_exception: Fielddata is disabled on [secret] in [x]. Text fields are not ' +
      'optimised',
    { query: { query_string: { query: 'secret:x' } } },
    'body: one of the fields is a text field; sort and aggregations take a keyword field, such ' +
      'as name.keyword for name (illegal_argument_exception)',
  ],
  [
    'query_shard_exception: failed to create query: For input string: "abc"',
    {
      query: {
        bool: { should: ['a', 'b', 'c', 'd'].map((field) => ({ term: { [field]: 'abc' } })) },
      },
    },
    'body: must be a number, as the field is numeric (query_shard_exception)',
  ],
  [
    'query_shard_exception: failed to create query: For input string: "s3cret"',
    { query: { term: { path: 's3cret' } } },
    'query.term.path: must be a number, as the field is numeric (query_shard_exception)',
  ],
  [
    'some_exception: cannot use [path] with [s3cret] here',
    { query: { term: { path: 's3cret' } } },
    'the engine refused the query: some_exception: cannot use [path] with … here',
  ],
  [
    'some_exception: cannot use [founded_yaer] here',
    { query: { match_all: {} }, sort: ['founded_yaer'] },
    'the engine refused the query: some_exception: cannot use [founded_yaer] here',
  ],
  [
    'query_shard_exception: No mapping found for [$&.$1] in order to sort on',
    { query: { match_all: {} }, sort: ['$&.$1'] },
    'sort[0]: the index has no field "$&.$1" to sort by; check its name, or give it an ' +
      'unmapped_type (query_shard_exception)',
  ],
]

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
    { numRuns: 2000 },
  )
})

test('a reason that nobody knows ends with a whole sentence', () => {
  const sentence = `${'word '.repeat(30)}end. `
  const told = reasonFor('some_exception', sentence.repeat(5), '{"query":{}}')
  expect(told).toMatch(/^the engine refused the query: some_exception: word .* end\.$/)
  expect(told.length).toBeGreaterThan(300)
  expect(told.length).toBeLessThan(500)
})
