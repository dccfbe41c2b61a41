import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { listen } from '../../edge/listen.js'
import { edgeLimits, serve } from '../../edge/serve.js'
import { slowClientLimits } from '../../edge/slow-clients.js'
import { writePaced } from '../../kit/http/paced-write.js'
import { amount } from '../amount.js'
import { ask, computeElsewhere, ready, startChild } from '../child.js'
import { pace } from '../pace.js'
import { atMost, expectNone, median, percentile } from '../report.js'

/**
 * When slow clients are closed, each timed by the server: those who send a head or a body a byte
 * each half second, and those who take nothing of a large answer, at an edge with the shipped
 * limits (but that of all unread answers, which would close most of the readers at once). Next to
 * them a good caller at an even rate. Edge, slow clients and good caller are three processes. Each
 * round has processes of its own, as one pause of the machine moves a p99 of so few calls: the base
 * is the 6th slowest of 500. CLIENTS (1,500 in all), RATE (50 a second), ROUNDS (3).
 */

const [clients, rate, rounds] = [amount('CLIENTS', 1500), amount('RATE', 50), amount('ROUNDS', 3)]
const host = 'Host: a\r\n'
/**
 * Fewer readers: the kernel keeps 2.5 MB for each, and beyond 1.1 GB in all (tcp_mem) it drops
 * packets of everyone.
 */
const kinds = [
  {
    name: 'heads',
    share: 0.4,
    limitMs: edgeLimits.headersTimeout,
    bytes: `GET /slow HTTP/1.1\r\n${host}X: `,
    trickles: true,
  },
  {
    name: 'bodies',
    share: 0.4,
    limitMs: edgeLimits.requestTimeout,
    bytes: `POST /slow HTTP/1.1\r\n${host}Content-Length: 9999\r\n\r\n`,
    trickles: true,
  },
  {
    name: 'readers',
    share: 0.2,
    limitMs: slowClientLimits.stallMs,
    bytes: `GET /large HTTP/1.1\r\n${host}\r\n`,
    trickles: false,
  },
]

/** More than the kernel takes for a reader who does not read; one for all. */
const largeBytes = 6 * 1024 * 1024

/**
 * The edge in a process of its own. Reports its URL, and when it is asked, how long each connection
 * was open, by its client's port.
 */
async function beEdge(): Promise<void> {
  const large = Buffer.alloc(largeBytes)
  const server = createServer(edgeLimits)
  const answer = (req: IncomingMessage, res: ServerResponse) => {
    if (req.url === '/large') {
      res.setHeader('Content-Length', largeBytes)
      writePaced(res, [large])
    } else req.resume().once('end', () => res.end('ok'))
  }
  serve(server, answer, {
    connections: { inAll: 10_000, perAddress: 10_000, isTrusted: () => false },
    reading: { ...slowClientLimits, unreadBytes: Number.POSITIVE_INFINITY },
  })
  const openFor: [number, number][] = []
  server.on('connection', (socket: Socket) => {
    const [client, openedAt] = [socket.remotePort!, performance.now()]
    socket.once('close', () => openFor.push([client, performance.now() - openedAt]))
  })
  process.on('message', () => process.send!(openFor))
  ready(await listen(server, { setting: 'PORT', host: '127.0.0.1', port: 0 }))
}

/**
 * The slow clients, in a process of their own. They come within five seconds; reports their ports
 * by kind when it is asked.
 */
async function beSlow(port: number, clients: number): Promise<void> {
  const ports: number[][] = kinds.map(() => [])
  const trickling: Socket[] = []
  process.on('message', () => process.send!(ports))
  ready('slow clients')
  let next = 0
  setInterval(() => {
    for (const end = next + trickling.length / 50; next < end; next++) {
      const socket = trickling[next % trickling.length]!
      if (socket.writable) socket.write('a')
    }
  }, 500 / 50)
  for (let i = 0; i < clients / 5; i++) {
    for (const [kind, { bytes, share, trickles }] of kinds.entries())
      for (let n = 0; n < share * 5; n++) {
        const socket = connect(port, '127.0.0.1').on('error', () => undefined)
        socket.once('connect', () => ports[kind]!.push(socket.localPort!))
        socket.pause().write(bytes)
        if (trickles) trickling.push(socket)
      }
    await wait((5000 * 5) / clients)
  }
}

const [role, port, count] = process.argv.slice(2)
if (role === 'edge') await beEdge()
else if (role === 'slow') await beSlow(Number(port), Number(count))
else await measure()

/** What came of the slow clients in one round. */
interface Seen {
  /** Of the good caller, in milliseconds. */
  base: number
  during: number
  /** Local ports of the slow clients, by kind. */
  ports: number[][]
  /**
   * How long each connection was open that has been closed, in milliseconds, by its client's port.
   */
  openFor: Map<number, number>
}

/** One round. Prints what its good caller saw. */
async function see(): Promise<Seen> {
  const part = (...args: string[]) =>
    startChild('./chaos/slow-clients.js', { args, env: { LOG_LEVEL: 'warn' } })
  const asked = await part('edge')
  const goodCaller = async (seconds: number) => {
    const call = async () => String((await fetch(asked.url)).status)
    return percentile((await pace(rate, seconds, call)).latenciesMs, 0.99)
  }
  await goodCaller(3) // warms
  const base = await goodCaller(10)
  const slow = await part('slow', new URL(asked.url).port, String(clients))
  computeElsewhere(slow.pid)
  const during = await goodCaller(33)
  console.log(
    `  p99 of the good caller: ${base.toFixed(1)} ms before, ${during.toFixed(1)} ms with them`,
  )
  await wait(5000) // a reader has its limit from when the kernel took something last
  const ports = await ask<number[][]>(slow, 'tell')
  const openFor = new Map(await ask<[number, number][]>(asked, 'tell'))
  for (const { process } of [slow, asked]) process.disconnect()
  return { base, during, ports, openFor }
}

async function measure(): Promise<void> {
  console.log(`${clients} slow clients, ${rounds} rounds`)
  const seen: Seen[] = []
  for (let round = 0; round < rounds; round++) seen.push(await see())
  for (const [i, { name, share, limitMs }] of kinds.entries()) {
    const times = seen.flatMap(({ ports, openFor }) =>
      ports[i]!.flatMap((port) => openFor.get(port) ?? []),
    )
    const late = (share: number) => percentile(times, share) - limitMs
    console.log(
      `  ${name}: closed ${late(0).toFixed(0)} to ${late(1).toFixed(0)} ms after their limit ` +
        `of ${limitMs / 1000} s`,
    )
    expectNone(`slow ${name}: left open`, rounds * clients * share - times.length)
    atMost(`slow ${name}: the last was closed after its limit`, late(1), 1000, 'ms')
  }
  const effects = seen.map(({ base, during }) => during / base)
  atMost('slow clients: p99 of a good caller with them, times the base, median', median(effects), 5)
  process.exit(0)
}
