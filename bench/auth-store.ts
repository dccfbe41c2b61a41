import { request } from 'undici'
import { openLowdbStore } from '../auth-service/store/lowdb/lowdb.js'
import type { ApiKeyRecord } from '../auth-service/store/store.js'
import { uuidOf } from '../auth-service/uuid.js'
import { makeApiKey, parseApiKey } from '../kit/credentials/api-key-format.js'
import { amount } from './amount.js'
import { call } from './call.js'
import { spread } from './latencies.js'
import { outcomesText, pace } from './pace.js'
import { logIn, makeUsers, mintKey, startAuthService } from './running.js'

/**
 * The auth service's two stores when they are full: keys created next to 10,000 others in the lowdb
 * file, and keys verified out of 100,000 in Elasticsearch. Prints latencies, counted from the
 * moment each call was due.
 *
 * `npm run build && node dist/bench/auth-store.js`. The second part needs ELASTICSEARCH_URL, any
 * node that asks for no credential; its index is deleted afterwards. SECONDS and KEYS make both
 * parts shorter.
 */

console.log(`node ${process.version}`)
await createBesideMany(amount('KEYS', 10_000), amount('SECONDS', 60))
const { ELASTICSEARCH_URL: engine } = process.env
// longer than lastUsedSeconds of the configuration, so that a write of all last uses is within
if (engine) await verifyAmongMany(engine, amount('KEYS', 100_000), amount('SECONDS', 90))
else console.log('elasticsearch: skipped, ELASTICSEARCH_URL is not set')

async function createBesideMany(present: number, seconds: number): Promise<void> {
  const auth = await startAuthService({}, async (dataDir) => {
    const store = await openLowdbStore(dataDir)
    await Promise.all(records(present).map((record) => store.create('apiKeys', record.id, record)))
    await store.close()
  })
  try {
    const { url } = auth.addresses
    // four users, as a user has at most 10,000 keys
    const emails = [1, 2, 3, 4].map((i) => `owner-${i}@example.org`)
    const users = await makeUsers(auth.addresses, auth.secrets.operator, emails)
    const tokens = await Promise.all(users.map((user) => logIn(url, user)))
    const create = async (i: number) => {
      const options = { credential: tokens[i % tokens.length]!, body: { name: `key ${i}` } }
      return (await call(`${url}/api/v1/api-keys`, options)).outcome
    }
    await pace(200, Math.min(10, seconds), create) // warm-up
    const { latenciesMs, outcomes } = await pace(200, seconds, create)
    console.log(
      `lowdb, ${present} keys present, 200 created/s for ${seconds} s: ${outcomesText(outcomes)}`,
    )
    console.log(`  ${spread(latenciesMs)} (goal: p99 ≤ 100 ms)`)
  } finally {
    await auth.stop()
  }
}

async function verifyAmongMany(engine: string, present: number, seconds: number): Promise<void> {
  const index = `bench-auth-${Date.now()}`
  const auth = await startAuthService({
    AUTH_STORE: 'elasticsearch',
    AUTH_ELASTICSEARCH_URL: engine,
    AUTH_INDEX: index,
  })
  try {
    const { url, internalUrl } = auth.addresses
    await mintKey(url, await logIn(url, auth.admin))
    const keys = records(present)
    await copyFirst(`${engine}/${index}`, keys)
    const verify = async () => {
      const { prefix, hash } = keys[Math.floor(Math.random() * keys.length)]!
      const options = {
        credential: auth.secrets.service,
        body: { prefix, hash, address: '198.18.0.1' },
      }
      const { data, outcome } = await call<{ state: string }>(
        `${internalUrl}/internal/api-keys/verify`,
        options,
      )
      return `${outcome} ${data?.state}`
    }
    await pace(200, Math.min(10, seconds), verify) // warm-up: a young JVM is slow
    const { latenciesMs, outcomes } = await pace(200, seconds, verify)
    console.log(
      `elasticsearch, ${present} keys present, 200 verified/s for ${seconds} s: ${outcomesText(outcomes)}`,
    )
    console.log(`  ${spread(latenciesMs)} (goal: p99 ≤ 20 ms)`)
  } finally {
    await auth.stop()
    await request(`${engine}/${index}-1`, { method: 'DELETE' })
  }
}

/** Keys of the user 1 as the stores keep them. */
function records(count: number): ApiKeyRecord[] {
  const createdAt = Date.now()
  const rest = {
    ownerId: 1,
    name: 'bench',
    scopes: ['organizations:read'],
    createdAt,
    expiresAt: createdAt + 86_400_000,
  }
  return Array.from({ length: count }, () => {
    const { prefix, hash } = parseApiKey(makeApiKey())!
    return { id: uuidOf(prefix), prefix, hash, ...rest }
  })
}

/**
 * Puts keys into an index of the Elasticsearch store, each a copy of the document that the service
 * made of its only key.
 */
async function copyFirst(index: string, keys: readonly ApiKeyRecord[]): Promise<void> {
  await post(`${index}/_refresh`)
  const found = await post(`${index}/_search`, { query: { term: { kind: 'apiKeys' } } })
  const { _id, _source } = (found as { hits: { hits: { _id: string; _source: { id: string } }[] } })
    .hits.hits[0]!
  for (let from = 0; from < keys.length; from += 5000) {
    const lines = keys.slice(from, from + 5000).flatMap((record) => {
      const { id, expiresAt: over } = record
      return [{ index: { _id: _id.replace(_source.id, id) } }, { ..._source, id, over, record }]
    })
    const { errors } = await post(`${index}/_bulk`, ...lines)
    if (errors) throw new Error('Elasticsearch refused some of the keys')
  }
  await post(`${index}/_refresh`)
}

/** Sends lines of JSON to Elasticsearch. @throws Error with its status when it refuses. */
async function post(url: string, ...lines: object[]): Promise<Record<string, unknown>> {
  const { statusCode, body } = await request(url, {
    method: 'POST',
    headers: { 'content-type': lines.length > 1 ? 'application/x-ndjson' : 'application/json' },
    body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  })
  const answer = (await body.json()) as Record<string, unknown>
  if (statusCode >= 300) throw new Error(`Elasticsearch answered ${statusCode}`)
  return answer
}
