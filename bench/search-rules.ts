import { performance } from 'node:perf_hooks'
import { validatorOf } from '../plugins/search-rules/validate/request.js'
import { clauses, codes, mixed, repeat, request, typical } from './search-bodies.js'

/**
 * What judging a search costs: typical queries, and hostile bodies of 1 MiB that must be refused
 * quickly, since judging holds the event loop. Prints medians with spread. `node
 * dist/bench/search-rules.js` after a build.
 */

const validate = validatorOf({
  indexPrefixes: ['map-serp', 'organization-entity', 'organization-serp'],
})
const keyed = (count: number, value: unknown) =>
  Object.fromEntries(repeat(count, (i) => [`key-${i}`, value]))
const mebibyte = 1_048_576
const term = (i: number) => ({ term: { tax_code: `IT${i}` } })

const filled = (start: string, piece: string, end: string) =>
  start + piece.repeat(Math.floor((mebibyte - start.length - end.length) / piece.length)) + end
const body = '{"index":"map-serp","body":'
const hostile: [string, string][] = [
  ['open brackets', '['.repeat(mebibyte)],
  ['open objects', filled('', '{"a":', '')],
  ['one string', filled('{"index":"', 'a', '"}')],
  ['one string of escapes', filled('{"index":"', '\\u0061', '"}')],
  ['one key', filled('{"', 'a', '":1}')],
  ['text to match', filled(`${body}{"query":{"match":{"a":"`, 'ab ', '"}}}}')],
  ['ideographs to match', request({ query: { match: { a: '赤'.repeat(349_000) } } })],
  ['query_string', filled(`${body}{"query":{"query_string":{"query":"`, '(a* ', '"}}}}')],
  ['6,000 clauses', request({ query: { bool: { filter: repeat(6000, term) } } })],
  ['16,000 clauses', request({ query: { bool: { filter: repeat(16_000, term) } } })],
  ['19,000 unknown keys', request({ query: { match_all: {} }, ...keyed(19_000, 1) })],
  [
    '19,000 fields to highlight',
    request({ query: { match_all: {} }, highlight: { fields: keyed(19_000, {}) } }),
  ],
  ['49,000 terms', request({ query: { terms: { a: repeat(49_000, (i) => `a value ${i}`) } } })],
  [
    '6,000 aggregations',
    request({
      query: { match_all: {} },
      aggs: Object.fromEntries(
        repeat(6000, (i) => [`a${i}`, { terms: { field: 'a', size: 5000 } }]),
      ),
    }),
  ],
  [
    '16,000 points',
    request({
      query: {
        geo_shape: {
          a: { shape: { type: 'LineString', coordinates: repeat(16_000, (i) => [i / 100, 1]) } },
        },
      },
    }),
  ],
  ['too many values', filled(`${body}{"query":{"terms":{"a":[`, '1,', '1]}}}}')],
  ['one long number', filled(`${body}{"size":`, '1', '}}')],
  ['a broken end', `${clauses.slice(0, -1).padEnd(mebibyte, ' ')}x`],
]

console.log(`node ${process.version}`)
for (const [name, text, rounds] of [
  ['typical query', typical, 20_000],
  ['10 KB of values', codes, 2000],
  ['10 KB of all sorts', mixed, 2000],
  ['10 KB of clauses', clauses, 2000],
] as const) {
  if ('problems' in validate(text)) throw new Error(`${name} is refused`)
  report(`${name}, ${text.length} bytes`, 'µs', timed(text, rounds, 15))
}
for (const [name, text] of hostile) {
  if (!('problems' in validate(text))) throw new Error(`${name} passes`)
  report(`hostile: ${name}, ${Buffer.byteLength(text)} bytes`, 'ms', timed(text, 1, 15))
}

/** Microseconds of one judgement, in several samples of some rounds each. */
function timed(text: string, rounds: number, samples: number): number[] {
  for (let i = 0; i < rounds; i++) validate(text)
  return repeat(samples, () => {
    const started = performance.now()
    for (let i = 0; i < rounds; i++) validate(text)
    return ((performance.now() - started) / rounds) * 1000
  })
}

function report(name: string, unit: 'µs' | 'ms', samples: number[]): void {
  const sorted = [...samples].sort((a, b) => a - b)
  const at = (share: number) => {
    const value = sorted[Math.round((sorted.length - 1) * share)]! / (unit === 'ms' ? 1000 : 1)
    return value.toFixed(unit === 'ms' ? 2 : 1)
  }
  console.log(`${name}: median ${at(0.5)} ${unit} (${at(0)} to ${at(1)})`)
}
