import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

type Fault = (res: ServerResponse, socket: Socket) => void

/** Headers of an answer of Elasticsearch. */
export const ofElasticsearch = {
  'Content-Type': 'application/json',
  'X-Elastic-Product': 'Elasticsearch',
}
const head =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Elastic-Product: Elasticsearch\r\n'

/** Is in every answer that a caller must never see. */
export const secretMark = 'es-node-7.internal.example'

/** A search answer as Elasticsearch writes it, with one hit. */
export const goodAnswer = {
  took: 1,
  timed_out: false,
  _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
  hits: {
    total: { value: 1, relation: 'eq' },
    max_score: 1.5,
    hits: [
      {
        _index: 'organization-serp-1',
        _id: '1',
        _score: 1.5,
        _source: { id: 'org-1', name: 'Sunrise' },
      },
    ],
  },
}

/** How it answers a search of an index whose shards are away. */
export const redAnswer = {
  error: {
    type: 'search_phase_execution_exception',
    reason: 'Search rejected due to missing shards [[map-serp-7][0]]. Consider more',
  },
}

function answer(status: number, body: unknown): Fault {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return (res) =>
    res
      .writeHead(status, { ...ofElasticsearch, 'Content-Length': Buffer.byteLength(text) })
      .end(text)
}

function engineError(status: number, type: string, reason = `${type} on ${secretMark}`): Fault {
  const cause = { type, reason, index: secretMark }
  return answer(status, { error: { root_cause: [cause], ...cause }, status })
}

function raw(text: string, end: 'end' | 'stay' | 'reset' = 'end'): Fault {
  return (_res, socket) => {
    socket.write(text)
    if (end === 'end') socket.end()
    if (end === 'reset') setTimeout(() => socket.resetAndDestroy(), 5)
  }
}

/** Writes `chunk` as fast as it is read, until `bytes` are written. */
function flood(bytes: number, headers: Record<string, string>): Fault {
  const chunk = Buffer.alloc(64 * 1024, ' ')
  return (res) => {
    res.writeHead(200, { ...ofElasticsearch, ...headers })
    let left = bytes
    const more = () => {
      while (left > 0 && !res.destroyed) {
        left -= chunk.length
        if (!res.write(chunk)) return
      }
      if (left <= 0) res.end()
    }
    res.on('drain', more)
    more()
  }
}

const whole = JSON.stringify(goodAnswer)

/**
 * 300 MB of spaces in 300 kB: gzip members one after the other. Made once, as fifty of them would
 * take half a second.
 */
const bomb = Buffer.concat(Array(300).fill(gzipSync(Buffer.alloc(1e6, ' '))))

/** Mode → what the engine, or another service, does instead of answering well. */
export const faults = {
  good: answer(200, goodAnswer),
  'never answers': () => {},
  /** Takes the connection, and not even the body of the request. */
  'never reads': () => {},
  'slow headers': (_res, socket) => drip(socket, head.repeat(50)),
  'slow drip': (res, socket) => {
    res.writeHead(200, { ...ofElasticsearch, 'Content-Length': '100000' }).flushHeaders()
    drip(socket, ' '.repeat(100_000))
  },
  'stalls in the body': (res) => {
    res
      .writeHead(200, { ...ofElasticsearch, 'Content-Length': whole.length })
      .write(whole.slice(0, 20))
  },
  'resets at once': (_res, socket) => socket.resetAndDestroy(),
  'closes at once': (_res, socket) => socket.destroy(),
  'resets in the body': raw(`${head}Content-Length: 5000\r\n\r\n{"took"`, 'reset'),
  'resets between chunks': raw(`${head}Transfer-Encoding: chunked\r\n\r\n6\r\n{"took\r\n`, 'reset'),
  'cuts the body': raw(`${head}Content-Length: 5000\r\n\r\n{"took"`),
  'is not HTTP': raw('EHLO there\r\n\r\n'),
  'bad chunk size': raw(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`),
  'cuts the head': raw('HTTP/1.1 200 OK\r\nContent-Ty'),
  'huge head': raw(`${head}${`X-Pad: ${'x'.repeat(1000)}\r\n`.repeat(100)}\r\n`),
  'interim answers without end': (_res, socket) =>
    drip(socket, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(50)),
  'resets after the head': raw(`${head}Content-Length: 5000\r\n\r\n`, 'reset'),
  'length and chunks': raw(
    `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ),
  'two lengths': raw(`${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`),
  'HTML 200': (res) =>
    res.writeHead(200, { 'Content-Type': 'text/html' }).end(`<h1>${secretMark}</h1>`),
  'HTML 200 of the product': (res) =>
    res
      .writeHead(200, { ...ofElasticsearch, 'Content-Type': 'text/html' })
      .end(`<h1>${secretMark}</h1>`),
  'empty 200': answer(200, ''),
  'acknowledged 200': answer(200, { acknowledged: true }),
  'wrong hits': answer(200, {
    ...goodAnswer,
    hits: { total: { value: 1, relation: 'eq' }, hits: 'none' },
  }),
  'wrong hit': answer(200, {
    ...goodAnswer,
    hits: { total: { value: 1, relation: 'eq' }, hits: [null] },
  }),
  'wrong total': answer(200, { ...goodAnswer, hits: { total: 'many', hits: [] } }),
  'null 200': answer(200, 'null'),
  'bad JSON': answer(200, `${whole.slice(0, -9)}#`),
  'cut gzip': (res) =>
    res
      .writeHead(200, { ...ofElasticsearch, 'Content-Encoding': 'gzip' })
      .end(gzipSync(whole).subarray(0, 40)),
  'good gzip that nobody asked for': (res) =>
    res.writeHead(200, { ...ofElasticsearch, 'Content-Encoding': 'gzip' }).end(gzipSync(whole)),
  'gzip bomb': (res) =>
    res.writeHead(200, { ...ofElasticsearch, 'Content-Encoding': 'gzip' }).end(bomb),
  '300 MB, announced': flood(300e6, { 'Content-Length': String(300e6) }),
  '300 MB, chunked': flood(300e6, {}),
  redirect: (res) =>
    res.writeHead(301, { ...ofElasticsearch, Location: `http://${secretMark}/` }).end(),
  '401': engineError(401, 'security_exception'),
  '403': engineError(403, 'security_exception'),
  '404 of a proxy': (res) => res.writeHead(404, { 'Content-Type': 'text/html' }).end(secretMark),
  '404 of an index': engineError(404, 'index_not_found_exception', `no such index [${secretMark}]`),
  '400 of a closed index': engineError(400, 'index_closed_exception', `closed [${secretMark}]`),
  '400 of a query': engineError(
    400,
    'parsing_exception',
    `unknown query [nope] on [${secretMark}]`,
  ),
  '400 of HTML': (res) => res.writeHead(400, { 'Content-Type': 'text/html' }).end(secretMark),
  '413': engineError(413, 'content_too_long_exception'),
  '429': engineError(429, 'circuit_breaking_exception'),
  '429 of its own timeout': engineError(429, 'search_timeout_exception'),
  '504 of its own timeout': engineError(504, 'search_timeout_exception'),
  '500': engineError(500, 'null_pointer_exception'),
  '503': engineError(503, 'master_not_discovered_exception'),
  '503 of a red index': engineError(
    503,
    'search_phase_execution_exception',
    'Search rejected due to missing shards [[map-serp-1][0], [map-serp-1][1]]. Consider more',
  ),
  timed_out: answer(200, { ...goodAnswer, timed_out: true }),
  'a failed shard': answer(200, {
    ...goodAnswer,
    _shards: { total: 2, successful: 1, skipped: 0, failed: 1 },
  }),
} satisfies Record<string, Fault>

export type Mode = keyof typeof faults

/**
 * An HTTP server that stands for Elasticsearch, or another service, and fails on purpose; the mode
 * may change while it runs.
 */
export class FaultEngine {
  mode: Mode = 'good'
  /**
   * Closes a keep-alive socket this long after its answer, in milliseconds; undefined keeps it
   * open.
   */
  closeIdleAfterMs: number | undefined
  /** Requests whose head has come, without probes. */
  asked = 0
  /** Searches that arrived. */
  searches = 0
  /** Searches whose caller disconnected before the answer was written. */
  abandoned = 0
  /** What the last search asked. */
  lastSearch: { url: string; headers: IncomingMessage['headers']; body: string } | undefined
  readonly sockets = new Set<Socket>()
  #server: Server | undefined
  #port = 0

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Opens the port; the same one as before after `refuse`. */
  async listen(): Promise<this> {
    const server = createServer((req, res) => this.#answer(req, res))
    this.#server = server
    server.on('connection', (socket) => {
      this.sockets.add(socket)
      socket.on('close', () => this.sockets.delete(socket)).on('error', () => {})
    })
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (server.address() as AddressInfo).port
    return this
  }

  /** Closes the port and every connection: the engine is down. */
  async refuse(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise((resolve) => this.#server?.close(resolve))
  }

  /** What it does to the next searches, one each, before its mode counts again. */
  readonly once: Mode[] = []

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.url?.startsWith('/_nodes')) return void res.writeHead(403, ofElasticsearch).end('{}')
    if (req.method !== 'HEAD') this.asked++
    if (this.mode === 'never reads') return
    let body = ''
    for await (const chunk of req.setEncoding('utf8')) body += chunk
    if (req.method === 'HEAD') {
      if (this.mode === 'good') res.writeHead(200, ofElasticsearch).end()
      else if (this.mode !== 'never answers') res.writeHead(503).end()
      return
    }
    this.searches++
    this.lastSearch = { url: req.url ?? '', headers: req.headers, body }
    const { socket } = req
    res.on('close', () => {
      if (!res.writableFinished) this.abandoned++
      else if (this.closeIdleAfterMs !== undefined)
        setTimeout(() => socket.end(), this.closeIdleAfterMs)
    })
    faults[this.once.shift() ?? this.mode](res, socket)
  }
}

function drip(socket: Socket, text: string): void {
  let at = 0
  const timer = setInterval(() => {
    if (socket.destroyed || at === text.length) clearInterval(timer)
    else socket.write(text[at++]!)
  }, 20)
}
