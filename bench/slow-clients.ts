import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { edgeLimits, serve } from '../kit/http/edge.js'
import { openPort } from '../kit/http/port.js'
import { readingLimits } from '../kit/http/readers.js'
import { amount } from './amount.js'
import { atMost, none } from './goals.js'
import { percentile } from './latencies.js'
import { pace } from './pace.js'

/**
 * When slow clients are closed, each timed by the server: those who send a head or a body a byte each half second, and those who
 * take nothing of a large answer, all at once at an edge with the shipped limits (but that of all unread answers, which would
 * close most of the readers at once). Beside them a good caller at an even rate.
 * `node dist/bench/slow-clients.js` after a build. CLIENTS (500 of each kind), RATE (50 a second).
 */

const [clients, rate] = [amount('CLIENTS', 500), amount('RATE', 50)]
const host = 'Host: a\r\n'
const kinds = [
  { name: 'heads', limitMs: edgeLimits.headersTimeout, bytes: `GET /slow HTTP/1.1\r\n${host}X: `, trickles: true },
  {
    name: 'bodies',
    limitMs: edgeLimits.requestTimeout,
    bytes: `POST /slow HTTP/1.1\r\n${host}Content-Length: 9999\r\n\r\n`,
    trickles: true,
  },
  { name: 'readers', limitMs: readingLimits.stallMs, bytes: `GET /large HTTP/1.1\r\n${host}\r\n`, trickles: false },
]

/** More than the kernel takes for a reader who does not read; one for all. */
const largeBytes = 6 * 1024 * 1024

/** The edge, in a process of its own. Tells its URL, and when it is asked, how long each connection was open, by its client's port. */
async function serveEdge(): Promise<void> {
  const large = Buffer.alloc(largeBytes)
  const server = createServer(edgeLimits)
  const answer = (req: IncomingMessage, res: ServerResponse) => {
    if (req.url === '/large') res.end(large)
    else req.resume().once('end', () => res.end('ok'))
  }
  serve(server, answer, {
    connections: { inAll: 10_000, perAddress: 10_000, isTrusted: () => false },
    reading: { ...readingLimits, unreadBytes: Number.POSITIVE_INFINITY },
  })
  const openFor: [number, number][] = []
  server.on('connection', (socket: Socket) => {
    const [client, openedAt] = [socket.remotePort!, performance.now()]
    socket.once('close', () => openFor.push([client, performance.now() - openedAt]))
  })
  process.on('message', () => process.send!(openFor))
  process.on('disconnect', () => process.exit())
  process.send!(await openPort(server, { setting: 'PORT', host: '127.0.0.1', port: 0 }))
}

if (process.argv[2] === 'edge') await serveEdge()
else await measure()

async function measure(): Promise<void> {
  const portOf = new Map<Socket, number>()
  /** One that sends this, and reads nothing. */
  const slowClient = (at: string, bytes: string): Socket => {
    const socket = connect(Number(new URL(at).port), '127.0.0.1').on('error', () => undefined)
    socket.once('connect', () => portOf.set(socket, socket.localPort!))
    socket.pause().write(bytes)
    return socket
  }
  const edge = fork(fileURLToPath(import.meta.url), ['edge'], { env: { ...process.env, LOG_LEVEL: 'warn' } })
  const [url] = (await once(edge, 'message')) as [string]
  const goodCaller = async (seconds: number) => {
    const ask = async () => String((await fetch(url)).status)
    return percentile((await pace(rate, seconds, ask)).latenciesMs, 0.99)
  }
  await goodCaller(3) // warms
  const base = await goodCaller(10)

  const open = kinds.map(({ bytes }) => Array.from({ length: clients }, () => slowClient(url, bytes)))
  const trickle = setInterval(() => {
    for (const [i, { trickles }] of kinds.entries())
      if (trickles) for (const socket of open[i]!) if (socket.writable) socket.write('a')
  }, 500)
  const during = await goodCaller(33)
  clearInterval(trickle)
  await wait(5000) // a reader has his limit from when the kernel took something last
  edge.send('tell')
  const openFor = new Map(((await once(edge, 'message')) as [[number, number][]])[0])

  console.log(`node ${process.version}, ${clients} slow clients of each kind`)
  for (const [i, { name, limitMs }] of kinds.entries()) {
    const times = open[i]!.flatMap((socket) => openFor.get(portOf.get(socket)!) ?? [])
    const late = (share: number) => percentile(times, share) - limitMs
    console.log(
      `  ${name}: closed ${late(0).toFixed(0)} to ${late(1).toFixed(0)} ms after their limit of ${limitMs / 1000} s`,
    )
    none(`slow ${name}: left open`, clients - times.length)
    atMost(`slow ${name}: the last was closed after its limit`, late(1), 1000, 'ms')
  }
  console.log(`  p99 of the good caller ${base.toFixed(1)} ms before, ${during.toFixed(1)} ms beside them`)
  atMost('slow clients: p99 of a good caller beside them, times the base', during / base, 2)
  edge.disconnect()
  process.exit(0)
}
