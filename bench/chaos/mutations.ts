import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '../../dev/samples/random.js'
import { amount } from '../amount.js'
import { count, outcomesText } from '../pace.js'
import { expectNone } from '../report.js'
import { logIn, mintKey, startStack } from '../running.js'
import { everydaySearch, search, searchPath } from '../searches.js'
import { type Good, mutantOf, wireOf } from './mutants.js'

/**
 * Mutated requests, each over a connection of its own: bytes, headers, credentials and JSON of good
 * ones, changed at random by a seed. Counted are answers of 500 and more, connections that neither
 * got an answer nor were closed in time, and requests with a forged credential that succeeded.
 * MUTANTS (50000), SEED (1), AT_ONCE (50).
 */

const patienceMs = 5000

/**
 * A request that is not answered by then lacks something: its sender stops, which shows the server
 * that nothing more comes.
 */
const wholeMs = 400

/**
 * How a mutant went: status and code of each answer on its connection. @param stopMs When its
 * sender stops.
 */
function send(port: number, wire: Buffer, stopMs = wholeMs): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const settle = (outcome: string) => {
      clearTimeout(patience)
      clearTimeout(stop)
      socket.destroy()
      resolve(outcome)
    }
    const stop = setTimeout(() => socket.end(), stopMs)
    const patience = setTimeout(() => settle('hung'), patienceMs)
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1')
      if (/\r\n\r\n.*\}$/s.test(answer)) {
        clearTimeout(stop)
        setImmediate(() => socket.end()) // whatever was smuggled behind it would be answered too
      }
    })
    for (const end of ['end', 'error', 'close']) socket.once(end, () => settle(outcomeOf(answer)))
    socket.write(wire)
  })
}

function outcomeOf(answer: string): string {
  const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status)
  const codes = [...answer.matchAll(/"error":\{"code":"(\w+)"/g)].map(([, code]) => code)
  if (statuses.length === 0) return answer === '' ? 'closed' : 'no HTTP'
  return codes.length > 0 ? `${statuses.join('+')} ${codes.join('+')}` : statuses.join('+')
}

const stack = await startStack()
const { url } = stack.addresses.gateway
const port = Number(new URL(url).port)
const finds: string[] = []
try {
  const token = await logIn(url, stack.admin)
  const { key } = await mintKey(url, token)
  const bearer = { header: 'Authorization', value: token } as const
  const path = searchPath
  const query = {
    bool: {
      must: [{ match: { name: 'water' } }],
      filter: [{ range: { founded_year: { gte: 1950 } } }],
    },
  }
  const aggs = { regions: { terms: { field: 'region', size: 3 } } }
  const goods: Good[] = [
    { method: 'POST', path, credential: bearer, body: everydaySearch },
    { method: 'POST', path, credential: { header: 'X-API-Key', value: key }, body: everydaySearch },
    {
      method: 'POST',
      path,
      credential: bearer,
      body: { index: 'map-serp', body: { query, aggs, size: 2, sort: ['_score'] } },
    },
    { method: 'POST', path: '/api/v1/api-keys', credential: bearer, body: { name: 'mutant' } },
    { method: 'GET', path: '/api/v1/api-keys', credential: bearer },
    { method: 'GET', path: '/api/v1/auth/me', credential: bearer },
    { method: 'POST', path: '/api/v1/auth/refresh', body: { refreshToken: 'v4.public.none' } },
  ]
  for (const good of goods.slice(0, 6)) {
    const outcome = await send(port, wireOf(good), patienceMs)
    if (!outcome.startsWith('2')) throw new Error(`${good.path} answered ${outcome} unchanged`)
  }
  const random = randomFrom(amount('SEED', 1))
  const outcomes = new Map<string, number>()
  let left = amount('MUTANTS', 50_000)
  const sender = async () => {
    while (left-- > 0) {
      const { kind, wire, isForged } = mutantOf(random.pick(goods), random)
      let outcome = await send(port, wire)
      while (outcome.includes('RATE_LIMITED')) {
        await wait(1000)
        outcome = await send(port, wire)
      }
      count(outcomes, outcome.includes('+') ? 'several answers' : outcome)
      const isFind =
        outcome === 'hung' ||
        outcome === 'no HTTP' ||
        /\b5\d\d\b/.test(outcome) ||
        (isForged && outcome.startsWith('2'))
      if (isFind)
        finds.push(
          `${kind}: ` +
            `${outcome}\n${JSON.stringify(wire.toString('latin1').replaceAll(token, 'TOKEN').replaceAll(key, 'KEY'))}`,
        )
    }
  }
  await Promise.all(Array.from({ length: amount('AT_ONCE', 50) }, sender))
  console.log(outcomesText(outcomes))
  for (const find of finds.slice(0, 20)) console.log(find)
  expectNone(
    'mutated requests: answered with 500 and more, hung, or accepted by mistake',
    finds.length,
  )
  const isServing = (await search(url, key)) === '200'
  expectNone('a good search after mutated requests fails', isServing ? 0 : 1)
} finally {
  await stack.stop()
}
process.exit(0) // kept connections
