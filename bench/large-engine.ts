import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sampleOrganizations } from '../dev/samples/organizations.js'

/**
 * An engine in a process of its own that costs nothing: it answers a search with as many hits as
 * were asked for, 10,000 at most, about 600 bytes each; one of the entities, with a whole
 * organization for each. Reports its URL over IPC; a number that it
 * is reported there is how many milliseconds each answer takes from then on, 0 at first.
 */

const headers = { 'Content-Type': 'application/json', 'X-Elastic-Product': 'Elasticsearch' }
const answers = new Map<string, Buffer>()
let delayMs = 0

const [entity] = sampleOrganizations()
const sources: Record<string, (i: number) => object> = {
  'organization-serp': (i) => ({
    id: String(i),
    name: `Organization ${i}`,
    description: 'of many words '.repeat(35),
    region: 'RI',
  }),
  'organization-entity': () => entity!,
}

/** Made once for each family and size. */
function answerOf(family: string, size: number): Buffer {
  const known = answers.get(family + size)
  if (known) return known
  const hits = Array.from({ length: size }, (_, i) => ({
    _index: `${family}-1`,
    _id: String(i),
    _score: 1,
    _source: sources[family]!(i),
  }))
  const shards = { total: 1, successful: 1, skipped: 0, failed: 0 }
  const total = { value: 10_000, relation: 'eq' }
  const text = JSON.stringify({
    took: 1,
    timed_out: false,
    _shards: shards,
    hits: { total, max_score: 1, hits },
  })
  const made = Buffer.from(text)
  answers.set(family + size, made)
  return made
}

const server = createServer((req, res) => {
  let body = ''
  req.on('data', (chunk: Buffer) => {
    body += chunk
  })
  req.on('end', () => {
    const size = /"size":(\d+)/.exec(body)?.[1]
    const family = /organization-entity/.exec(req.url!)?.[0] ?? 'organization-serp'
    const answer = () =>
      res.writeHead(200, headers).end(answerOf(family, Math.min(10_000, Number(size ?? 10))))
    if (delayMs > 0) setTimeout(answer, delayMs)
    else answer()
  })
})
process.once('disconnect', () => process.exit(0))
process.on('message', (ms: number) => {
  delayMs = ms
})
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
