import { connect, type Socket } from 'node:net'

/** One answer as it came over the wire. */
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Opens a connection on loopback, sends the parts one after another, and keeps what comes back. */
export class Wire {
  readonly socket: Socket
  readonly closed: Promise<void>
  private text = ''

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1')
    this.socket.setNoDelay(true)
    this.socket.on('data', (chunk) => (this.text += chunk.toString('latin1')))
    this.socket.on('error', () => {}) // a reset is an end like another
    this.closed = new Promise((done) => this.socket.once('close', () => done()))
  }

  send(text: string): void {
    this.socket.write(text, 'latin1')
  }

  /** Everything that has come so far, cut into answers by their Content-Length. Interim answers are left out. */
  answers(): RawAnswer[] {
    const answers: RawAnswer[] = []
    let left = this.text
    while (left.includes('\r\n\r\n')) {
      const [head = ''] = left.split('\r\n\r\n', 1)
      const [line = '', ...fields] = head.split('\r\n')
      const headers = Object.fromEntries(
        fields.map((field) =>
          field
            .toLowerCase()
            .split(/: (.*)/s)
            .slice(0, 2),
        ),
      )
      const length = Number(headers['content-length'] ?? 0)
      const body = left.slice(head.length + 4, head.length + 4 + length)
      left = left.slice(head.length + 4 + length)
      const status = Number(line.split(' ')[1])
      if (status >= 200) answers.push({ status, headers, body })
    }
    if (left !== '') throw new Error(`not an HTTP answer: ${left.slice(0, 80)}`)
    return answers
  }

  /** Waits for so many answers, or the end of the connection. */
  async wait(count: number, timeoutMs = 5000): Promise<RawAnswer[]> {
    const until = Date.now() + timeoutMs
    while (this.answers().length < count && !this.socket.closed && Date.now() < until) {
      await new Promise((done) => setTimeout(done, 10))
    }
    return this.answers()
  }
}
