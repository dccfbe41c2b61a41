import type { Attack } from './attacks.js'

/** Attacks on `index`, on the request around it, and on the JSON text itself. */

const all = { match_all: {} }

export const badIndexes: [string, unknown][] = [
  ['everything', '*'],
  ['nothing', ''],
  ['the auth service’s index', 'directory-auth'],
  ['a list', 'organization-serp*,directory-auth'],
  ['an exclusion', 'organization-serp*,-organization-serp-1'],
  ['a remote cluster', 'organization-serp*:directory-auth'],
  ['date math', '<organization-serp-{now/d}>'],
  ['an encoded slash', 'organization-serp%2f_doc'],
  ['a trailing space', 'organization-serp '],
  ['a trailing newline', 'organization-serp\n'],
  ['a null sign', 'organization-serp\u0000'],
  ['upper case', 'ORGANIZATION-SERP'],
  ['a full-width asterisk', 'organization-serp＊'],
  ['half a prefix', 'organization'],
  ['a pattern for the prefix', 'organization-*'],
  ['the prefix in the middle', 'x-organization-serp'],
  ['two lines', 'directory-auth\norganization-serp'],
  ['256 bytes', `organization-serp${'a'.repeat(239)}`],
  ['six asterisks', 'organization-serp*a*b*c*d*e*f'],
  ['an object', { toString: 'organization-serp' }],
  ['null', null],
]

export const goodIndexes: string[] = [
  'organization-serp*',
  'map-serp*',
  'organization-serp',
  'map-serp',
  'organization-serp-2024.01.31',
  'organization-entity_v2',
  'map-serp*-2024',
  'organization-serpent',
  'organization-serp-*-a*b*c*d',
  `map-serp${'a'.repeat(247)}`,
]

const good = '{"index":"map-serp","body":{"query":{"match_all":{}}}}'
const within = (query: string) => `{"index":"map-serp","body":{"query":${query}}}`
const beside = (keys: string) => `{"index":"map-serp","body":{"query":{"match_all":{}},${keys}}}`
const inMatch = (bytes: number[]) =>
  Buffer.concat([
    Buffer.from('{"index":"map-serp","body":{"query":{"match":{"name":"'),
    Buffer.from(bytes),
    Buffer.from('"}}}}'),
  ])

const texts: Record<string, string> = {
  nothing: '',
  null: 'null',
  'a list of a request': `[${good}]`,
  'two requests': good + good,
  'a bulk search': `{"index":"map-serp"}\n{"query":{"match_all":{}}}\n`,
  'half a request': good.slice(0, 30),
  NaN: within('{"term":{"a":NaN}}'),
  'a number too great': within('{"term":{"a":1e400}}'),
  'an integer beyond 2^53': within('{"term":{"a":9007199254740993}}'),
  'an integer beyond 2^53 in a range': within('{"range":{"a":{"gte":12345678901234567890}}}'),
  'an integer beyond 2^53 in meta': beside(
    '"aggs":{"x":{"max":{"field":"a"},"meta":{"n":[{"m":9007199254740993}]}}}',
  ),
  'a newline in a string': within('{"term":{"a":"x\ny"}}'),
  'a non-breaking space': `\u00a0${good}`,
  'a repeated index, the last one good': good.replace('{', '{"index":"directory-auth",'),
  'a repeated query, the last one good': good.replace('"query"', '"query":{"script":{}},"query"'),
  'a repeated key by an escape': good.replace('"query"', '"query":{"script":{}},"qu\\u0065ry"'),
  'a repeated field': within('{"bool":{"filter":{"script":{}},"filter":{"match_all":{}}}}'),
  'a repeated name of an aggregation': beside(
    '"aggs":{"x":{"scripted_metric":{}},"x":{"max":{"field":"a"}}}',
  ),
  'a repeated key in meta': beside('"aggs":{"x":{"max":{"field":"a"},"meta":{"a":1,"a":2}}}'),
  'a clause by escapes': within('{"\\u0073cript":{"script":"x"}}'),
  '__proto__ beside index': good.replace('{', '{"__proto__":{"x":1},'),
  '__proto__ in a query': within('{"bool":{"__proto__":{"filter":{"script":{}}}}}'),
  '__proto__ in a match': within('{"match":{"name":{"query":"a","__proto__":{"script":1}}}}'),
  'a third key': good.replace(/}$/, ',"scroll":"1m"}'),
  'no body': '{"index":"map-serp"}',
  'the body as a text': '{"index":"map-serp","body":"{\\"query\\":{\\"match_all\\":{}}}"}',
  'the body as a list': '{"index":"map-serp","body":[{"query":{"match_all":{}}}]}',
  'the body empty': '{"index":"map-serp","body":{}}',
  '101 levels of lists': within('['.repeat(100) + ']'.repeat(100)),
  '101 levels of bool': within(
    `${'{"bool":{"must":'.repeat(50)}{"match_all":{}}${'}}'.repeat(50)}`,
  ),
  'a million open brackets': '['.repeat(1_000_000),
  '50,001 values': within(`{"terms":{"a":[${'1,'.repeat(50_001)}1]}}`),
  'a string without an end': `{"index":"${'a'.repeat(1000)}`,
  'an object that has no text in place of one': within(
    '{"multi_match":{"query":"a","type":{"toString":1}}}',
  ),
  'an object that has no number in place of one': beside('"size":{"toString":1,"valueOf":1}'),
  'an object that has no text in an aggregation': beside(
    '"aggs":{"x":{"terms":{"field":"a","collect_mode":{"toString":1}}}}',
  ),
  'a backslash at the end': '{"index":"map-serp\\',
}
const bytes: Record<string, Buffer> = {
  CBOR: Buffer.from('a265696e646578686d61702d7365727064626f6479a0', 'hex'),
  SMILE: Buffer.from('3a290a01fa84696e646578476d61702d73657270fb', 'hex'),
  'UTF-16': Buffer.from(good, 'utf16le'),
  'an overlong slash': Buffer.concat([
    Buffer.from('{"index":"map-serp'),
    Buffer.from([0xc0, 0xaf]),
    Buffer.from('"}'),
  ]),
  'a broken sequence in a value': inMatch([0xc3, 0x28]),
  'null bytes': Buffer.alloc(64),
  gzip: Buffer.from('1f8b0800000000000003', 'hex'),
}

export const textAttacks: readonly Attack[] = [
  ...Object.entries(texts).map(([name, text]) => ({ name, text, field: 'body' as const })),
  ...Object.entries(bytes).map(([name, bytes]) => ({ name, bytes, field: 'body' as const })),
]

export const indexAttacks: readonly Attack[] = badIndexes.map(([name, index]) => ({
  name: `index: ${name}`,
  index,
  body: { query: all },
  field: 'index',
}))
