import { connect, type Socket } from 'node:net'

/**
 * Outcome of a request that was handed whole to the kernel on an open connection, which then ended
 * without an answer.
 */
export const unanswered = 'sent whole, no answer'

/**
 * The same of a connection on which nothing ever came. When a port is closed, Linux resets the
 * connections that it has queued there, whose clients take them for open: no server knows of these.
 */
export const firstUnanswered = 'sent whole on a new connection, no answer'

/** A POST of JSON as it goes over the wire, with the credential as Bearer. */
export function wireRequest(path: string, body: object, credential?: string): string {
  const text = JSON.stringify(body)
  const fields = [
    'Host: directory',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ]
  if (credential !== undefined) fields.push(`Authorization: Bearer ${credential}`)
  return `POST ${path} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n${text}`
}

/**
 * Sends requests over bare sockets on loopback. So it is known of each whether it was sent whole,
 * and whether its answer came whole: clients of HTTP do not show that, and send some again in
 * silence. It takes little of the processors that it shares with what it measures: all is read into
 * one place, and of a good answer only the head is looked at.
 */
export class WireClient {
  readonly #port: number
  readonly #idle: Connection[] = []

  constructor(url: string) {
    this.#port = Number(new URL(url).port)
  }

  /**
   * @param request As by `wireRequest`.
   * @param isKept Whether it goes over a connection that is kept, the one that was idle longest;
   * else over one of its own.
   * @returns status and error code, `unanswered`, `firstUnanswered`, or why nothing was sent.
   */
  async send(request: string, isKept: boolean): Promise<string> {
    const connection =
      (isKept ? this.#idle.shift() : undefined) ?? new Connection(this.#port, this.#forget)
    const outcome = await connection.send(request)
    if (isKept && connection.isOpen) this.#idle.push(connection)
    else connection.close()
    return outcome
  }

  /** Closes the kept connections. */
  close(): void {
    for (const connection of this.#idle.splice(0)) connection.close()
  }

  /** The other side closed it. */
  readonly #forget = (connection: Connection) => {
    const i = this.#idle.indexOf(connection)
    if (i >= 0) this.#idle.splice(i, 1)
  }
}

/** What any connection reads, until the next one does. */
const readBuffer = Buffer.allocUnsafeSlow(65_536)

/** A socket, and the request that is under way on it. */
class Connection {
  /** Whether it can take another request. */
  isOpen = true
  readonly #socket: Socket
  #answer = new Answer()
  #isSent = false
  #unanswered = firstUnanswered
  #reason = 'closed before it was sent'
  #settle: (outcome: string) => void = () => undefined

  /** @param onClosed Told when it can take no more. */
  constructor(port: number, onClosed: (connection: Connection) => void) {
    const onread = {
      buffer: readBuffer,
      callback: (length: number) => this.#take(readBuffer.subarray(0, length)),
    }
    this.#socket = connect({ port, noDelay: true, onread })
    this.#socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
      this.#reason = code
    })
    this.#socket.on('close', () => {
      this.isOpen = false
      onClosed(this)
      this.#settle(this.#isSent ? this.#unanswered : this.#reason)
    })
  }

  send(request: string): Promise<string> {
    this.#answer = new Answer()
    this.#isSent = false
    return new Promise((resolve) => {
      this.#settle = resolve
      this.#socket.write(request, this.#sent)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  readonly #sent = (error?: Error | null) => {
    this.#isSent = !error
  }

  #take(bytes: Buffer): true {
    this.#unanswered = unanswered
    const outcome = this.#answer.take(bytes)
    if (outcome !== undefined) {
      if (this.#answer.isLast || !this.#socket.writable) this.isOpen = false
      this.#settle(outcome)
    }
    return true
  }
}

const endOfHead = '\r\n\r\n'

/** An answer as it comes. */
class Answer {
  /** Whether the connection ends with it. */
  isLast = false
  #status: string | undefined
  /** What came of the head before it was whole. */
  #head = Buffer.alloc(0)
  /**
   * The body, where it shows more than its length does, after the end of the last line before it.
   */
  #body: string | undefined
  #missing = 0

  /** @returns status and error code when it has come whole, else undefined. */
  take(bytes: Buffer): string | undefined {
    if (this.#status !== undefined) return this.#takeBody(bytes)
    const come = this.#head.length > 0 ? Buffer.concat([this.#head, bytes]) : bytes
    const end = come.indexOf(endOfHead)
    if (end < 0) {
      this.#head = Buffer.from(come)
      return undefined
    }
    this.#status = this.#takeHead(come.toString('latin1', 0, end))
    return this.#takeBody(come.subarray(end + endOfHead.length))
  }

  #takeHead(head: string): string {
    const status = head.slice(9, 12)
    const isChunked = /\r\ntransfer-encoding: chunked/i.test(head)
    this.isLast = /\r\nconnection: close(\r\n|$)/i.test(head)
    if (isChunked) this.#missing = Number.POSITIVE_INFINITY
    else this.#missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (isChunked || status !== '200') this.#body = '\r\n'
    return status
  }

  #takeBody(bytes: Buffer): string | undefined {
    this.#missing -= bytes.length
    if (this.#body !== undefined) this.#body += bytes.toString('latin1')
    if (this.#missing > 0 && !this.#body?.endsWith('\r\n0\r\n\r\n')) return undefined
    const code = /"error":\{"code":"(\w+)"/.exec(this.#body ?? '')?.[1]
    return code === undefined ? this.#status : `${this.#status} ${code}`
  }
}
