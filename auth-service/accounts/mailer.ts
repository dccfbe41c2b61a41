import { createTransport, type Transporter } from 'nodemailer'
import { isLoopback } from '../../kit/http/address.js'
import type { MailText } from './mail-texts.js'
import type { MailSettings } from './settings.js'

/** A mail as it is sent. */
export interface Mail extends MailText {
  to: string
  /** The same for every try, so that recipients can recognize a mail that arrives twice. */
  messageId: string
}

/** Sends one mail. @throws Error of nodemailer, which may name the recipient. */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<void>

/** The sender of mails; a connection for each. Nothing is sent in clear except on loopback. */
export function mailer({ url, from }: MailSettings): SendMail {
  const { protocol, hostname, port, username, password } = url
  const isSecure = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  const transport: Transporter = createTransport({
    host,
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && !isLoopback(host),
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(username !== '' && { auth }),
  })
  return async function sendMail({ to, messageId, subject, text }, signal) {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      messageId,
      subject,
      text,
      headers: { 'Auto-Submitted': 'auto-generated' }, // RFC 3834: no automatic replies
      signal,
    })
  }
}
