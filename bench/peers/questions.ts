import { fill } from '../../plugins/search-rules/question/fill.js'
import { readQuestion } from '../../plugins/search-rules/question/read.js'
import { atMost } from '../goals.js'
import { percentile } from '../latencies.js'
import { Random } from '../random.js'
import type { Field } from './field.js'
import { length } from './length.js'
import { block, searchPath } from './measure.js'
import type { Table } from './table.js'

/** More than a step remembers, so that each call is validated. */
const numbers = Array.from({ length: 3000 }, (_, i) => String(100_000_000 + i))

/** Requests of a kind before it is measured. */
const warming = 12_000

/** CPU of an organization by its number, next to the same search as a POST. */
export async function questions({ gateway, token }: Field): Promise<Table[]> {
  const credential = { authorization: `Bearer ${token}` }
  const call = async (status: number, path: string, body?: string, more?: object) => {
    const headers = { ...credential, ...(body && { 'content-type': 'application/json' }), ...more }
    const method = body ? 'POST' : 'GET'
    const answer = await gateway.pool.request({ method, path, headers, body: body ?? null })
    const text = await answer.body.text()
    if (answer.statusCode !== status)
      throw new Error(`${path} answers ${answer.statusCode} ${text.slice(0, 300)}`)
    return { text, etag: String(answer.headers.etag) }
  }
  const pathOf = (number: string) => `/api/v1/organizations/${number}`
  const { text, etag } = await call(200, pathOf(numbers[0]!))
  if (!text.includes('"organization":{')) throw new Error(`GET answers ${text.slice(0, 300)}`)
  const bodyOf = sameSearch()
  let next = 0
  const number = () => numbers[next++ % numbers.length]!
  const held = { 'if-none-match': etag }
  const kinds: [string, () => Promise<unknown>][] = [
    ['POST of the same search', () => call(200, searchPath, bodyOf(number()))],
    ['GET by number', () => call(200, pathOf(number()))],
    ['304 within maxAge', () => call(304, pathOf(numbers[0]!), undefined, held)],
    ['304 that asks the engine', () => call(304, pathOf(number()), undefined, held)],
  ]
  for (const [, ask] of kinds) await block(gateway, { ...length, requests: warming }, ask)
  const taken = kinds.map((): number[] => [])
  const random = new Random(1)
  for (let round = 0; round < length.rounds; round++)
    for (const [i, [, ask]] of random.shuffled([...kinds.entries()]))
      taken[i]!.push((await block(gateway, length, ask)).cpu)
  const ofPost = taken.map((cpu) =>
    percentile(
      cpu.map((time, round) => time / taken[0]![round]!),
      0.5,
    ),
  )
  atMost('GET by number: of the POST', ofPost[1]!, 1.2)
  atMost('304: of the POST', ofPost[2]!, 0.6)
  return [
    {
      title: 'CPU of an organization by its number',
      columns: ['Call', 'CPU µs', 'middle half', 'of the POST'],
      rows: kinds.map(([kind], i) => {
        const [low, median, high] = [0.25, 0.5, 0.75].map((share) => percentile(taken[i]!, share))
        return [kind, median!, `${low!.toFixed(0)} to ${high!.toFixed(0)}`, ofPost[i]!]
      }),
    },
  ]
}

/** The search behind the question, as callers would send it. */
function sameSearch(): (number: string) => string {
  const { question } = readQuestion('organization')
  if (!question) throw new Error('the question "organization" is not usable')
  return (number) => JSON.stringify(fill(question, new Map([['id', number]])))
}
