import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { ready } from '../child.js'
import { count, outcomesText } from '../pace.js'
import { wireRequest } from '../wire-client.js'

/** What an attack is made on. */
interface Target {
  url: string
  /** A key of the attacker's own. */
  key: string
  /** How many times the size in which the attack was first seen. */
  scale: number
  /** How long a short attack is made again. */
  seconds: number
}

/** Does one attack. @returns what came of it. */
type Attack = (target: Target) => Promise<string>

const get = 'GET /x HTTP/1.1\r\nHost: a\r\n'

/** Hostile clients by name. Sizes at scale 1 are those of the first report. */
const attacks: Readonly<Record<string, Attack>> = {
  'pipelined, no credential': (target) => pipelined(target, `${get}\r\n`),
  'pipelined, a wrong key': (target) => pipelined(target, `${get}X-API-Key: x\r\n\r\n`),
  'large answers, not read': unread,
  'upgrades with half a request': upgrades,
  'slow heads': (target) => slow(target, 'GET /x HTTP/1.1\r\nX: '),
  'slow bodies': (target) =>
    slow(
      target,
      `${wireRequest('/api/v1/auth/login', {}).split('\r\nContent-Length')[0]}\r\nContent-Length: ` +
        '9999\r\n\r\n',
    ),
}

/**
 * Many requests at once on 2 connections, and gone a second later, whatever has been answered;
 * again and again.
 */
async function pipelined({ url, scale, seconds }: Target, request: string): Promise<string> {
  const bytes = Buffer.from(request.repeat(100_000))
  for (let i = 0; i < seconds; i++) {
    const sockets = open(url, 2 * scale)
    for (const socket of sockets) socket.write(bytes)
    await wait(1000)
    hangUp(sockets)
  }
  return `${seconds} times ${2 * scale} × ${bytes.length >> 10} KB`
}

/** 10,000 hits on each of 40 connections, and 45 s later a look at what has become of them. */
async function unread({ url, key, scale }: Target): Promise<string> {
  const search = { index: 'organization-serp*', body: { query: { match_all: {} }, size: 10_000 } }
  const request = wireRequest('/api/v1/organizations/search', search, key)
  const sockets = open(url, 40 * scale)
  for (const socket of sockets) socket.pause().write(request)
  await wait(45_000)
  const outcomes = new Map<string, number>()
  for (const socket of sockets) {
    socket.resume().once('data', (chunk: Buffer) => {
      const status = chunk.toString('latin1', 9, 12)
      setTimeout(
        () => count(outcomes, `${status}, ${socket.closed ? 'closed by then' : 'open'}`),
        2500,
      )
    })
  }
  await wait(4000)
  hangUp(sockets)
  return outcomesText(outcomes)
}

/**
 * On 100 connections, an upgrade with the beginning of a request behind it, and then what would
 * have been its rest.
 */
async function upgrades({ url, scale }: Target): Promise<string> {
  const outcomes = new Map<string, number>()
  const one = async (socket: Socket) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
    })
    socket.write(`${get}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\nGET /y HTTP/1.1\r\nX: `)
    await wait(100)
    socket.write(`${get}\r\n`)
    await Promise.race([endOf(socket), wait(2000)])
    const statuses = (text.match(/HTTP\/1\.1 \d+/g) ?? []).map((line) => line.slice(9))
    count(outcomes, `${statuses.join(' and ') || 'nothing'}${socket.closed ? '' : ', left open'}`)
  }
  const sockets = open(url, 100 * scale)
  await Promise.all(sockets.map(one))
  hangUp(sockets)
  return outcomesText(outcomes)
}

/** A byte each half second, on 75 connections. */
async function slow({ url, scale }: Target, beginning: string): Promise<string> {
  const began = performance.now()
  const sockets = open(url, 75 * scale)
  const trickle = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('a')
  }, 500)
  for (const socket of sockets) socket.resume().write(beginning)
  await Promise.race([Promise.all(sockets.map(endOf)), wait(45_000, undefined, { ref: false })])
  clearInterval(trickle)
  const left = sockets.filter((socket) => !socket.closed).length
  hangUp(sockets)
  return (
    `${sockets.length} clients, the last closed after ` +
    `${((performance.now() - began) / 1000).toFixed(1)} s, ${left} left`
  )
}

function open(url: string, size: number): Socket[] {
  const port = Number(new URL(url).port)
  return Array.from({ length: size }, () =>
    connect({ port, noDelay: true }).on('error', () => undefined),
  )
}

function hangUp(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy()
}

async function endOf(socket: Socket): Promise<void> {
  if (socket.closed) return
  await new Promise<void>((resolve) => {
    socket.resume().once('close', () => resolve())
  })
}

export const attackNames = Object.keys(attacks)

// as a process of its own
const [name, url, key, scale, seconds] = process.argv.slice(2)
if (process.send && name && url && key) {
  ready(name)
  const came = await attacks[name]!({ url, key, scale: Number(scale), seconds: Number(seconds) })
  process.send(came, () => process.disconnect())
}
