import { validatorOf } from '../../packages/query-guard/src/index.js'
import { amount } from '../amount.js'
import { atMost, expectNone, median } from '../report.js'

/**
 * How long hostile bodies of 1 MiB hold the event loop until they are refused. ROUNDS (5).
 */

const mebibyte = 1_048_576
const repeat = <T>(count: number, of: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => of(i))
const request = (body: object) => JSON.stringify({ index: 'organization-serp*', body })
const keyed = (count: number, value: object | number) =>
  Object.fromEntries(repeat(count, (i) => [`key-${i}`, value]))
const filled = (start: string, piece: string, end: string) =>
  start + piece.repeat(Math.floor((mebibyte - start.length - end.length) / piece.length)) + end
const term = (i: number) => ({ term: { tax_code: `IT${i}` } })
const clauses = (count: number) => request({ query: { bool: { filter: repeat(count, term) } } })
const line = { type: 'LineString', coordinates: repeat(16_000, (i) => [i / 100, 1]) }
const all = { query: { match_all: {} } }
const body = '{"index":"map-serp","body":'

const hostile: Readonly<Record<string, string>> = {
  'open brackets': '['.repeat(mebibyte),
  'open objects': filled('', '{"a":', ''),
  'one string': filled('{"index":"', 'a', '"}'),
  'one string of escapes': filled('{"index":"', '\\u0061', '"}'),
  'one key': filled('{"', 'a', '":1}'),
  'text to match': filled(`${body}{"query":{"match":{"a":"`, 'ab ', '"}}}}'),
  'ideographs to match': request({ query: { match: { a: '赤'.repeat(349_000) } } }),
  query_string: filled(`${body}{"query":{"query_string":{"query":"`, '(a* ', '"}}}}'),
  '6,000 clauses': clauses(6000),
  '16,000 clauses': clauses(16_000),
  '19,000 unknown keys': request({ ...all, ...keyed(19_000, 1) }),
  '19,000 fields to highlight': request({ ...all, highlight: { fields: keyed(19_000, {}) } }),
  '49,000 terms': request({ query: { terms: { a: repeat(49_000, (i) => `a value ${i}`) } } }),
  '6,000 aggregations': request({ ...all, aggs: keyed(6000, { terms: { field: 'a', size: 5 } }) }),
  '16,000 points': request({ query: { geo_shape: { a: { shape: line } } } }),
  'too many values': filled(`${body}{"query":{"terms":{"a":[`, '1,', '1]}}}}'),
  'one long number': filled(`${body}{"size":`, '1', '}}'),
  'a broken end': `${clauses(900).slice(0, -1).padEnd(mebibyte, ' ')}x`,
}

const validate = validatorOf({
  indexPrefixes: ['map-serp', 'organization-entity', 'organization-serp'],
})
const accepted: string[] = []
let slowest = 0
for (const [name, text] of Object.entries(hostile)) {
  const times = repeat(amount('ROUNDS', 5), () => {
    const beganAt = performance.now()
    if (!('problems' in validate(text))) accepted.push(name)
    return performance.now() - beganAt
  })
  slowest = Math.max(slowest, median(times))
  console.log(`  ${name}, ${Buffer.byteLength(text) >> 10} KB: ${median(times).toFixed(1)} ms`)
}
expectNone('hostile bodies accepted', accepted.length)
atMost('hostile bodies: the slowest is refused after', slowest, 500, 'ms')
