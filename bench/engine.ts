import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ready } from './child.js'

/**
 * An engine in a process of its own that costs next to nothing: it answers a search with as many
 * hits as were asked for, 10,000 at most, about 600 bytes each. Reports its URL over IPC.
 */

const headers = { 'Content-Type': 'application/json', 'X-Elastic-Product': 'Elasticsearch' }
const answers = new Map<number, Buffer>()

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
  const text = JSON.stringify({
    took: 1,
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: { total: { value: 10_000, relation: 'eq' }, max_score: 1, hits },
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
    const size = Number(/"size":(\d+)/.exec(body)?.[1] ?? 10)
    res.writeHead(200, headers).end(answerOf(Math.min(10_000, size)))
  })
})
server.listen(0, '127.0.0.1', () =>
  ready(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
