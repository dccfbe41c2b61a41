import { pathToFileURL } from 'node:url'
import { validatorOf } from '../plugins/search-rules/validate/request.js'
import { percentile } from './latencies.js'
import { clauses, codes, mixed, typical } from './search-bodies.js'

/**
 * What prices and hints add to judging a search: the judge of this build against that of another
 * one (the built version before prices, say), in turns within one process, so that a busy machine
 * slows both. Time is the process's own CPU time. `node dist/bench/price.js OTHER_DIST` after a
 * build; without the argument this build's own figures alone.
 */

type Validator = (text: string) => object

const params = { indexPrefixes: ['map-serp', 'organization-entity', 'organization-serp'] }
/** Fields as a register would know them, the types of those that the bodies name. */
const fields = new Map(
  Object.entries({
    ...{
      name: 'text',
      description: 'text',
      region: 'keyword',
      city: 'text',
      'city.keyword': 'keyword',
    },
    ...{
      tax_code: 'keyword',
      legal_status: 'text',
      'legal_status.keyword': 'keyword',
      location: 'geo_point',
    },
    ...{ created: 'date', employees: 'integer', founded_year: 'integer' },
  }).map(([name, type]) => {
    const span = type === 'integer' ? { span: [0, 2026] as const } : {}
    return [name, { type, searchable: true, aggregatable: type !== 'text', ...span }]
  }),
)

const register = { fields: () => fields, documents: () => 1_900_000 }

const validators = new Map<string, Validator>([
  ['this', validatorOf({ ...params, maxCost: 1_000_000 })],
  ['this, fields known', validatorOf({ ...params, maxCost: 1_000_000 }, register)],
  [
    'this, fields known, without hints',
    validatorOf({ ...params, maxCost: 1_000_000, hints: false }, register),
  ],
])
const [other] = process.argv.slice(2)
if (other) {
  const module = await import(
    pathToFileURL(`${other}/plugins/search-rules/validate/request.js`).href
  )
  validators.set('other', module.validatorOf(params))
}

console.log(`node ${process.version}`)
for (const [name, text, rounds] of [
  ['an everyday search', typical, 4000],
  ['values', codes, 200],
  ['all sorts', mixed, 200],
  ['clauses', clauses, 200],
] as const) {
  const samples = new Map([...validators.keys()].map((version) => [version, [] as number[]]))
  for (const [version, validate] of validators) {
    if ('problems' in validate(text)) throw new Error(`${version} refuses ${name}`)
    sample(validate, text, rounds * 5)
  }
  for (let i = 0; i < 101; i++) {
    // Who comes first changes: garbage of the one is collected in the time of the next
    const turns = [...validators]
    for (const [version, validate] of i % 2 ? turns : turns.reverse())
      samples.get(version)?.push(sample(validate, text, rounds))
  }
  console.log(`${name}, ${text.length} bytes`)
  const before = samples.get('other')
  for (const [version, times] of samples) {
    const at = (share: number) => percentile(times, share).toFixed(2)
    console.log(
      `  ${version}: median ${at(0.5)} µs (${at(0.1)} to ${at(0.9)}), least ` +
        `${at(0)}${more(times, before)}`,
    )
  }
}

/** The median of what it takes more than its neighbour in turn. */
function more(times: readonly number[], before: readonly number[] | undefined): string {
  if (!before || times === before) return ''
  const differences = times.map((time, i) => time - before[i]!)
  const shares = times.map((time, i) => (time / before[i]! - 1) * 100)
  return (
    `; more than other ${percentile(differences, 0.5).toFixed(2)} µs, ` +
    `${percentile(shares, 0.5).toFixed(1)} %`
  )
}

/** Microseconds of CPU of one judgement. */
function sample(validate: Validator, text: string, rounds: number): number {
  const before = process.cpuUsage()
  for (let i = 0; i < rounds; i++) validate(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / rounds
}
