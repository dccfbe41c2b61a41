import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { UsageCounter } from '../kit/usage/counter.js'
import { amount } from './amount.js'
import { freePort } from './free-port.js'

/**
 * What counting usage adds to a request, with REQUESTS (5,000,000) of KEYS (1000) keys: the bytes
 * of its connection before and after, and its row. `node dist/bench/usage.js` after a build.
 */

const requests = amount('REQUESTS', 5_000_000)
const keys = amount('KEYS', 1000)

const port = await freePort()
const server = createServer().listen(port, '127.0.0.1')
await once(server, 'listening')
const socket = connect(port, '127.0.0.1')
await once(socket, 'connect')

const counter = new UsageCounter()
const callers = Array.from({ length: keys }, (_, i) => ({
  ...({ kind: 'api-key', ownerId: String(i % 100), credentialId: `key-${i}` } as const),
  keyPrefix: `npd_${i}`,
}))

/** Microseconds for each of the requests. */
function measure(count: number): number {
  const begun = performance.now()
  for (let i = 0; i < count; i++) {
    const before = socket.bytesWritten
    const code = i % 10 === 0 ? 'RATE_LIMITED' : undefined
    const bytes = socket.bytesWritten - before + 1
    counter.count(callers[i % keys]!, { code, cost: 0.37, bytes })
  }
  return (1000 * (performance.now() - begun)) / count
}

measure(requests / 10) // compiles it
const each = measure(requests)
const counted = counter.take().reduce((sum, row) => sum + row.requests, 0)
console.log(`${each.toFixed(3)} µs a request, ${counted} counted`)
socket.destroy()
server.close()
