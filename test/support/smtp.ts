import { SMTPServer } from 'smtp-server'

/** A mail as the server has received it. */
export interface ReceivedMail {
  to: string
  messageId: string
  subject: string
  text: string
  /** The fragment of its link: purpose and token. */
  purpose: string
  token: string
  headers: string
}

/** An SMTP server on loopback that keeps all mails. */
export interface SmtpDouble {
  url: string
  received: ReceivedMail[]
  /** The next mail to this address, which may be there already; each is returned once. */
  mailTo(address: string): Promise<ReceivedMail>
  close(): Promise<void>
}

interface SmtpOptions {
  port?: number
  /** Called before a mail is accepted; what it throws refuses the mail. */
  before?: (to: string) => Promise<void> | void
}

export async function startSmtp({ port = 0, before }: SmtpOptions = {}): Promise<SmtpDouble> {
  const received: ReceivedMail[] = []
  const taken = new Set<ReceivedMail>()
  const waiting = new Set<() => void>()
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('refused') ? refusal() : undefined),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const to = session.envelope.rcptTo[0]!.address
        try {
          await before?.(to)
        } catch (error) {
          return done(error as Error)
        }
        received.push(parsed(to, Buffer.concat(chunks).toString()))
        for (const wake of waiting) wake()
        done()
      })
    },
  })
  server.on('error', () => {}) // a client that was killed
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    mailTo(to) {
      return new Promise((resolve) => {
        const look = () => {
          const mail = received.find((one) => one.to === to && !taken.has(one))
          if (!mail) return
          taken.add(mail)
          waiting.delete(look)
          resolve(mail)
        }
        waiting.add(look)
        look()
      })
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function refusal(): Error {
  return Object.assign(new Error('no such mailbox'), { responseCode: 550 })
}

function parsed(to: string, raw: string): ReceivedMail {
  const split = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, split).replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? ''
  const body = raw.slice(split + 4)
  const text = /quoted-printable/i.test(header('Content-Transfer-Encoding'))
    ? body
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        )
    : body
  const [, purpose = '', token = ''] = /#(\w+)=(\w+)/.exec(text) ?? []
  return {
    to,
    messageId: header('Message-ID'),
    subject: header('Subject'),
    text,
    purpose,
    token,
    headers,
  }
}
