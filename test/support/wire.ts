import { connect, type Socket } from 'node:net'
import { until } from './until.js'

/** One answer as it came over the wire. */
export interface RawAnswer {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
}

/**
 * A connection of bytes sent as they are, for what no HTTP client would send, and the answers that
 * come back.
 */
export class Wire {
  readonly socket: Socket
  readonly closed: Promise<void>
  #text = ''

  /**
   * @param server Its URL, or its port on loopback.
   * @param from The address that it is made from; the machine chooses one without.
   */
  constructor(server: string | number, from?: string) {
    const { hostname, port } =
      typeof server === 'string' ? new URL(server) : { hostname: '127.0.0.1', port: server }
    this.socket = connect({
      port: Number(port),
      host: hostname,
      ...(from && { localAddress: from }),
    })
    this.socket.setNoDelay(true)
    this.socket.on('data', (chunk) => (this.#text += chunk.toString('latin1')))
    this.socket.on('error', () => {}) // a reset is an end like another
    this.closed = new Promise((done) => this.socket.once('close', () => done()))
  }

  /** @param bytes A text stands for its bytes in Latin-1. */
  send(bytes: string | Buffer): void {
    if (this.socket.destroyed) return
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  }

  /**
   * Everything that has come so far, cut into answers by their Content-Length. Interim answers are
   * left out, and one that is still coming.
   */
  answers(): RawAnswer[] {
    const answers: RawAnswer[] = []
    let left = this.#text
    while (left.includes('\r\n\r\n')) {
      const [head = ''] = left.split('\r\n\r\n', 1)
      const { status, headers } = parseHead(head)
      const length = Number(headers['content-length'] ?? 0)
      if (left.length < head.length + 4 + length && !this.socket.closed) return answers
      const body = left.slice(head.length + 4, head.length + 4 + length)
      left = left.slice(head.length + 4 + length)
      if (status >= 200)
        answers.push({ status, headers, body: Buffer.from(body, 'latin1').toString() })
    }
    if (left !== '' && this.socket.closed)
      throw new Error(`not an HTTP answer: ${left.slice(0, 80)}`)
    return answers
  }

  /** Waits for this many answers, or the end of the connection. */
  async wait(count: number): Promise<RawAnswer[]> {
    await until(() => this.answers().length >= count || this.socket.closed, { everyMs: 10 })
    return this.answers()
  }
}

/**
 * The one answer to what is sent, when the server has closed the connection.
 * @param pieces Sent one after the other; a number waits for this many milliseconds.
 * @throws Error when there is none, or more than one.
 */
export async function rawRequest(
  server: string | number,
  pieces: (string | Buffer | number)[],
): Promise<RawAnswer> {
  const wire = new Wire(server)
  for (const piece of pieces) {
    if (typeof piece === 'number') await new Promise((done) => setTimeout(done, piece))
    else wire.send(piece)
  }
  await wire.closed
  const [answer, ...others] = wire.answers()
  if (!answer || others.length > 0)
    throw new Error(`${others.length + (answer ? 1 : 0)} answers instead of one`)
  return answer
}

function parseHead(head: string): Pick<RawAnswer, 'status' | 'headers'> {
  const [line = '', ...fields] = head.split('\r\n')
  const headers: Record<string, string> = {}
  for (const field of fields) {
    const colon = field.indexOf(':')
    headers[field.slice(0, colon).toLowerCase()] = field.slice(colon + 1).trim()
  }
  return { status: Number(line.split(' ')[1]), headers }
}
