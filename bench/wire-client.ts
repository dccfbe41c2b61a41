import { connect, type Socket } from 'node:net'

/** Outcome of a request that was handed whole to the kernel on an open connection, which then ended without an answer. */
export const unanswered = 'sent whole, no answer'

/** A POST of JSON as it goes over the wire, with the credential as Bearer, from an address as a trusted proxy tells it. */
export function wireRequest(path: string, body: object, credential?: string, from?: string): string {
  const text = JSON.stringify(body)
  const fields = ['Host: directory', 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]
  if (credential !== undefined) fields.push(`Authorization: Bearer ${credential}`)
  if (from !== undefined) fields.push(`X-Forwarded-For: ${from}`)
  return `POST ${path} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n${text}`
}

/**
 * Sends requests over bare sockets on loopback. So it is known of each whether it was sent whole, and whether its answer came
 * whole: clients of HTTP do not tell that, and send some again in silence.
 */
export class WireClient {
  readonly #port: number
  readonly #idle: Socket[] = []

  constructor(url: string) {
    this.#port = Number(new URL(url).port)
  }

  /**
   * @param request As by `wireRequest`.
   * @param isKept Whether it goes over a connection that is kept, the one that was idle longest; else over one of its own.
   * @returns status and error code, `unanswered`, or why nothing was sent.
   */
  send(request: string, isKept: boolean): Promise<string> {
    const socket = (isKept ? this.#idle.shift() : undefined) ?? connect({ port: this.#port, noDelay: true })
    let isSent = false
    let reason = 'closed before it was sent'
    let answer = ''
    return new Promise((resolve) => {
      const settle = (outcome: string) => {
        socket.removeAllListeners().on('error', () => undefined)
        if (isKept && socket.writable && !/\r\nconnection: close\r\n/i.test(answer)) this.#keep(socket)
        else socket.destroy()
        resolve(outcome)
      }
      socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
        reason = code
      })
      socket.on('close', () => settle(isSent ? unanswered : reason))
      socket.on('data', (chunk: Buffer) => {
        answer += chunk.toString('latin1')
        const outcome = outcomeOf(answer)
        if (outcome !== undefined) settle(outcome)
      })
      socket.write(request, (error) => {
        isSent = !error
      })
    })
  }

  /** Closes the kept connections. */
  close(): void {
    for (const socket of this.#idle.splice(0)) socket.destroy()
  }

  /** Until its next turn, or until the other side closes it. */
  #keep(socket: Socket): void {
    this.#idle.push(socket)
    socket.once('close', () => {
      const i = this.#idle.indexOf(socket)
      if (i >= 0) this.#idle.splice(i, 1)
    })
  }
}

/** Status and error code of an answer that has come whole, else undefined. */
function outcomeOf(answer: string): string | undefined {
  const end = answer.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = answer.slice(0, end)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  const isWhole = /\r\ntransfer-encoding: chunked/i.test(head)
    ? answer.endsWith('\r\n0\r\n\r\n')
    : answer.length >= end + 4 + Number(length ?? 0)
  if (!isWhole) return undefined
  const [status, code] = [answer.slice(9, 12), /"error":\{"code":"(\w+)"/.exec(answer)?.[1]]
  return code === undefined ? status : `${status} ${code}`
}
