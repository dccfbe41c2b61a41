import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * An engine in a process of its own that costs nothing: it answers a search with as many hits as
 * were asked for, 10,000 at most, about 600 bytes each. Reports its URL over IPC; a number that it
 * is reported there is how many milliseconds each answer takes from then on, 0 at first.
 */

const headers = { 'Content-Type': 'application/json', 'X-Elastic-Product': 'Elasticsearch' }
const answers = new Map<number, Buffer>()
let delayMs = 0

/** Made once for each size. */
function answerOf(size: number): Buffer {
  const known = answers.get(size)
  if (known) return known
  const hits = Array.from({ length: size }, (_, i) => ({
    _index: 'organization-serp-1',
    _id: String(i),
    _score: 1,
    _source: {
      id: String(i),
      name: `Organization ${i}`,
      description: 'of many words '.repeat(35),
      region: 'RI',
    },
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
  answers.set(size, made)
  return made
}

const server = createServer((req, res) => {
  let body = ''
  req.on('data', (chunk: Buffer) => {
    body += chunk
  })
  req.on('end', () => {
    const size = /"size":(\d+)/.exec(body)?.[1]
    const answer = () =>
      res.writeHead(200, headers).end(answerOf(Math.min(10_000, Number(size ?? 10))))
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
